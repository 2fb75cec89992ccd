import ActivityKit
import AppIntents
import Foundation
import WidgetKit

/// The app's code beside its controls: it shows the remaining time of a timer and reloads the controls.
enum TimerActivity {
    static func start(_ timer: ProductivityTimer, until endDate: Date) throws {
        guard ActivityAuthorizationInfo().areActivitiesEnabled else { return }
        let activity = try Activity<TimerAttributes>.request(
            attributes: TimerAttributes(name: timer.name),
            content: .init(state: TimerAttributes.ContentState(endDate: endDate), staleDate: nil),
            pushType: nil
        )
        print("Started \(activity.id)")
    }

    static func prolong(until endDate: Date) async {
        for activity in Activity<TimerAttributes>.activities {
            let state = TimerAttributes.ContentState(endDate: endDate)
            await activity.update(ActivityContent(state: state, staleDate: endDate))
        }
    }

    static func end() async {
        for activity in Activity<TimerAttributes>.activities {
            await activity.end(nil, dismissalPolicy: .immediate)
        }
    }

    static func timersChanged() {
        ControlCenter.shared.reloadControls(ofKind: TimerToggle.kind)
        ControlCenter.shared.reloadAllControls()
        WidgetCenter.shared.reloadAllTimelines()
    }

    static func placedTimers() async throws -> [String] {
        let controls = try await ControlCenter.shared.currentControls()
        return controls.compactMap { $0.configurationIntent(of: SelectTimerIntent.self)?.timer.name }
    }
}
