import AppIntents
import SwiftUI
import WidgetKit

/// A toggle for the timer of one tea, which each placement chooses.
struct BrewControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: BrewKind.timer, provider: BrewProvider()) { brew in
            ControlWidgetToggle(brew.tea.name, isOn: brew.isBrewing, action: ToggleBrewIntent(brew.tea)) { isBrewing in
                let symbol = isBrewing ? "cup.and.saucer.fill" : "cup.and.saucer"
                Label(isBrewing ? "Brewing" : "Ready", systemImage: symbol)
                    .controlWidgetActionHint(isBrewing ? "Start \(brew.tea.name)" : "Stop \(brew.tea.name)")
                    .controlWidgetStatus(isBrewing ? "\(brew.tea.minutes) Minutes" : "Stopped")
            }
            .tint(.brown)
        }
        .displayName("Tea Timer")
        .description("Starts and stops the timer of a tea.")
        .promptsForUserConfiguration()
    }
}

/// A button that lets a tea draw longer, while it draws.
struct AddMinuteControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: BrewKind.addMinute, provider: BrewProvider()) { brew in
            ControlWidgetButton(action: AddMinuteIntent(brew.tea)) {
                Label("Add a Minute", systemImage: "plus.circle")
                Text(brew.tea.name)
            }
            .tint(.brown)
            .disabled(!brew.isBrewing)
        }
        .displayName("Add a Minute")
        .description("Lets a tea draw for another minute.")
        .promptsForUserConfiguration()
    }
}

struct BrewValue {
    var tea: Tea
    var isBrewing: Bool
}

struct BrewProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectTeaIntent) -> BrewValue {
        BrewValue(tea: configuration.tea, isBrewing: false)
    }

    func currentValue(configuration: SelectTeaIntent) async throws -> BrewValue {
        let end = try await BrewStore.shared.end(of: configuration.tea)
        return BrewValue(tea: configuration.tea, isBrewing: end != nil)
    }
}
