import AppIntents
import SwiftUI
import WidgetKit

/// The toggle of the tunnel. Its kind has no dot, as in a third of the apps.
struct TunnelToggle: ControlWidget {
    static let kind = "TunnelToggle"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind, provider: TunnelProvider()) { status in
            ControlWidgetToggle("Tunnel", isOn: status.isConnected, action: ToggleTunnelIntent()) { isOn in
                Label(isOn ? "Connected" : "Not Connected", systemImage: isOn ? "lock.shield.fill" : "lock.shield")
                    .controlWidgetActionHint(isOn ? "Connect" : "Disconnect")
                    .controlWidgetStatus(isOn ? "Connected to \(status.city)" : "Disconnected")
            }
            .tint(.green)
        }
        .displayName("Tunnel")
        .description("Connects and disconnects the tunnel.")
    }
}

struct TunnelProvider: ControlValueProvider {
    var previewValue: TunnelStatus { TunnelStatus(isConnected: false, city: "Frankfurt") }

    func currentValue() async throws -> TunnelStatus {
        await TunnelManager.shared.status
    }
}

struct ToggleTunnelIntent: SetValueIntent {
    static var title: LocalizedStringResource = "Tunnel"
    static var description = IntentDescription("Connects or disconnects the tunnel.")

    @Parameter(title: "Connected")
    var value: Bool

    func perform() async throws -> some IntentResult {
        if value {
            try await TunnelManager.shared.connect()
        } else {
            try await TunnelManager.shared.disconnect()
        }
        return .result()
    }
}
