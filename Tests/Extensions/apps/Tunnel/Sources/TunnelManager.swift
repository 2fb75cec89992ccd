import AppIntents
import Foundation
import WidgetKit

/// Connects and disconnects. Another app would have the system start its packet tunnel.
actor TunnelManager {
    static let shared = TunnelManager()

    private let settings = TunnelSettings()

    var status: TunnelStatus {
        TunnelStatus(isConnected: settings.isConnected, city: settings.server?.city ?? "")
    }

    /// Connects to a server; without one, to the server of the last time.
    @discardableResult
    func connect(to server: Server? = nil) throws -> Server {
        guard let server = server ?? settings.server else { throw TunnelError.noServer }
        settings.connect(to: server)
        ControlCenter.shared.reloadControls(ofKind: TunnelToggle.kind)
        return server
    }

    func disconnect() throws {
        guard settings.isConnected else { throw TunnelError.notConnected }
        settings.disconnect()
    }
}

struct TunnelStatus {
    var isConnected: Bool
    var city: String
}

enum TunnelError: Error, CustomLocalizedStringResourceConvertible {
    case noServer
    case notConnected

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .noServer: return "There is no such server"
        case .notConnected: return "The tunnel is not connected"
        }
    }
}
