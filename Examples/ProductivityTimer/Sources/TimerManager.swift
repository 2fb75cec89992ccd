import ActivityKit
import WidgetKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The timers, kept where the processes of this extension's user share them: they go on when the extension does not.
actor TimerManager {
    static let shared = TimerManager()

    private var ending: [TimerChoice: Task<Void, Never>] = [:]

    func isRunning(_ timer: TimerChoice) throws -> Bool {
        guard let end = try end(of: timer), end > Date() else { return false }
        // Also after the extension has been started anew.
        if ending[timer] == nil { expect(end, of: timer) }
        return true
    }

    func setRunning(_ isRunning: Bool, _ timer: TimerChoice) async throws {
        ending.removeValue(forKey: timer)?.cancel()
        await endActivity(of: timer)
        guard isRunning else { return try SharedContainer.shared.removeValue(forKey: timer.rawValue) }
        let end = Date().addingTimeInterval(Double(timer.minutes) * 60)
        try SharedContainer.shared.set(end, forKey: timer.rawValue)
        expect(end, of: timer)
        _ = try? Activity.request(
            attributes: TimerAttributes(timer: timer),
            content: ActivityContent(state: TimerAttributes.ContentState(time: Date()...end), staleDate: nil))
    }

    private func end(of timer: TimerChoice) throws -> Date? {
        try SharedContainer.shared.value(forKey: timer.rawValue)
    }

    private func expect(_ end: Date, of timer: TimerChoice) {
        ending[timer] = Task {
            try? await Task.sleep(nanoseconds: UInt64(max(0, end.timeIntervalSinceNow) * 1_000_000_000))
            guard !Task.isCancelled else { return }
            ending[timer] = nil
            await endActivity(of: timer)
            ControlCenter.shared.reloadControls(ofKind: TimerToggle.kind)
        }
    }

    private func endActivity(of timer: TimerChoice) async {
        for activity in Activity<TimerAttributes>.activities where activity.attributes.timer == timer {
            await activity.end(nil, dismissalPolicy: .immediate)
        }
    }
}

struct TimerAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var time: ClosedRange<Date>
    }

    var timer: TimerChoice
    var timerName: String
    var symbol = "hourglass"

    init(timer: TimerChoice) {
        self.timer = timer
        timerName = timer.name
    }
}
