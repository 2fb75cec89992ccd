import AppIntents
import SwiftUI
import WidgetKit

/// A button for one destination, which each placement chooses.
struct OpenControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: LaunchpadKind.open, intent: SelectDestinationIntent.self) { configuration in
            let destination = configuration.destination
            ControlWidgetButton(action: OpenDestinationIntent(destination)) {
                Label(destination.name, systemImage: destination.symbol)
                    .controlWidgetActionHint("Open \(destination.name)")
            }
            .tint(.indigo)
        }
        .displayName("Open Destination")
        .description("Opens a page that you have saved.")
        .promptsForUserConfiguration()
    }
}

struct SelectDestinationIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Destination"

    @Parameter(title: "Destination")
    var destination: DestinationEntity
}

/// A button for what was opened last, with its name. Nothing to open disables the button.
struct OpenAgainControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: LaunchpadKind.again, provider: LastDestinationProvider()) { last in
            ControlWidgetButton(action: OpenAgainIntent()) {
                Label("Open Again", systemImage: last?.symbol ?? "arrow.counterclockwise")
                Text(last?.name ?? "Nothing yet")
            }
            .tint(.indigo)
            .disabled(last == nil)
        }
        .displayName("Open Again")
        .description("Opens the page that was opened last.")
    }
}

struct LastDestinationProvider: ControlValueProvider {
    var previewValue: Destination? { nil }

    func currentValue() async throws -> Destination? {
        try await LaunchHistory.shared.last()
    }
}

/// A button whose action is the system's own intent.
struct HelpControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: LaunchpadKind.help) {
            ControlWidgetButton(action: OpenURLIntent(URL.help)) {
                Label("Help", systemImage: "questionmark.circle")
            }
        }
        .displayName("Help")
    }
}
