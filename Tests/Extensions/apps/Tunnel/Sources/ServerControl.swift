import AppIntents
import SwiftUI
import WidgetKit

/// A button that connects to one server, which each placement chooses.
struct ServerControl: ControlWidget {
    static let kind = "ConnectToServer"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, intent: SelectServerIntent.self) { configuration in
            let city = Server.find(configuration.server)?.city ?? configuration.server
            ControlWidgetButton(action: ConnectIntent(server: configuration.server)) {
                Label(city, systemImage: "globe")
                    .controlWidgetActionHint("Connect to \(city)")
            } actionLabel: { isConnecting in
                Label(isConnecting ? "Connecting…" : city, systemImage: "globe")
            }
            .tint(.green)
        }
        .displayName("Connect to Server")
        .description("Connects the tunnel to a server of your choice.")
        .promptsForUserConfiguration()
    }
}

/// The servers by continent, the nearest first.
struct ServerOptions: DynamicOptionsProvider {
    func results() async throws -> IntentItemCollection<String> {
        let sections = Continent.allCases.map { continent in
            let servers = Server.all.filter { $0.continent == continent }.sorted { $0.latency < $1.latency }
            return IntentItemSection<String>("\(continent.rawValue)", items: servers.map { Self.item($0) })
        }
        return IntentItemCollection(sections: sections)
    }

    func defaultResult() async -> String? {
        TunnelSettings().server?.id
    }

    private static func item(_ server: Server) -> IntentItem<String> {
        IntentItem(server.id, title: "\(server.city)", subtitle: "\(server.country), \(server.latency) ms")
    }
}

struct SelectServerIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Server"

    @Parameter(title: "Server", optionsProvider: ServerOptions())
    var server: String

    static var parameterSummary: some ParameterSummary {
        Summary("Connect to \(\.$server)")
    }
}

struct ConnectIntent: AppIntent {
    static var title: LocalizedStringResource = "Connect to Server"
    static var description = IntentDescription("Connects the tunnel to a server.")

    @Parameter(title: "Server", optionsProvider: ServerOptions())
    var server: String

    init() {}

    init(server: String) {
        self.server = server
    }

    func perform() async throws -> some IntentResult & ProvidesDialog {
        guard let server = Server.find(self.server) else { throw TunnelError.noServer }
        try await TunnelManager.shared.connect(to: server)
        return .result(dialog: "Connected to \(server.city)")
    }
}
