import AppIntents
import SwiftUI
import WidgetKit

struct TimerToggle: ControlWidget {
    nonisolated static let kind = "org.example.focus.timer"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, provider: TimerValueProvider()) { timer in
            ControlWidgetToggle(
                timer.choice.name, isOn: timer.isRunning, action: ToggleTimerIntent(timer: timer.choice)
            ) { isOn in
                Label(isOn ? "Running" : "Stopped", systemImage: isOn ? "hourglass" : "hourglass.bottomhalf.filled")
                    .controlWidgetActionHint(isOn ? "Start" : "Stop")
                    .controlWidgetStatus(isOn ? "\(timer.choice.minutes) Minutes" : "Stopped")
            }
            .tint(timer.choice == .work ? .purple : .green)
        }
        .displayName("Productivity Timer")
        .description("Starts and stops a timer for work or for a break.")
        .promptsForUserConfiguration()
    }
}

struct TimerValueProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectTimerIntent) -> TimerValue {
        TimerValue(choice: configuration.timer, isRunning: false)
    }

    func currentValue(configuration: SelectTimerIntent) async throws -> TimerValue {
        let isRunning = try await TimerManager.shared.isRunning(configuration.timer)
        return TimerValue(choice: configuration.timer, isRunning: isRunning)
    }
}

struct TimerValue {
    var choice: TimerChoice
    var isRunning: Bool
}
