import Foundation

/// The state of the tunnel in the defaults of the app group, which the app, its extension and the tunnel's own process
/// share.
struct TunnelSettings {
    static let group = "group.org.example.tunnel"

    private enum Key {
        static let isConnected = "tunnel.isConnected"
        static let server = "tunnel.server"
        static let connectionCount = "tunnel.connectionCount"
    }

    private let defaults = UserDefaults(suiteName: TunnelSettings.group)

    var isConnected: Bool { defaults?.bool(forKey: Key.isConnected) ?? false }

    var connectionCount: Int { defaults?.integer(forKey: Key.connectionCount) ?? 0 }

    /// The chosen server; before anybody has chosen one, the nearest.
    var server: Server? {
        let chosen = defaults?.string(forKey: Key.server).flatMap { Server.find($0) }
        return chosen ?? Server.all.min { $0.latency < $1.latency }
    }

    func connect(to server: Server) {
        defaults?.set(server.id, forKey: Key.server)
        defaults?.set(true, forKey: Key.isConnected)
        defaults?.set(connectionCount + 1, forKey: Key.connectionCount)
    }

    func disconnect() {
        defaults?.set(false, forKey: Key.isConnected)
    }

    /// Forgets everything, as the app does when a person signs out.
    func reset() {
        for key in [Key.isConnected, Key.server, Key.connectionCount] {
            defaults?.removeObject(forKey: key)
        }
    }
}
