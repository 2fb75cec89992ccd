import AppIntents
import SwiftUI
import WidgetKit

/// A button for all lights, which says how many are on.
struct AllLightsOffControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: HearthKind.allLightsOff, provider: LitLightsProvider()) { count in
            ControlWidgetButton(action: TurnAllLightsOffIntent()) {
                Label("All Lights Off", systemImage: "lightbulb.slash")
                Text(count == 1 ? "1 light is on" : "\(count) lights are on")
            } actionLabel: { isRunning in
                Label(isRunning ? "Turning Off…" : "All Lights Off", systemImage: "lightbulb.slash")
            }
            .disabled(count == 0)
        }
        .displayName("All Lights Off")
        .description("Turns all lights of the home off.")
    }
}

struct LitLightsProvider: ControlValueProvider {
    var previewValue: Int { 0 }

    func currentValue() async throws -> Int {
        try await HomeStore.shared.home().litCount
    }
}

struct TurnAllLightsOffIntent: AppIntent {
    static var title: LocalizedStringResource = "Turn All Lights Off"

    func perform() async throws -> some IntentResult & ProvidesDialog {
        let count = try await HomeStore.shared.turnAllLightsOff()
        return .result(dialog: count == 1 ? "1 light is off" : "\(count) lights are off")
    }
}
