import EventLoop
import LocalAPI
import MonotonicTime

/// The live activities of a panel (C29), the oldest first: those of extensions, and those of the panel's own timers.
@PanelActor
final class ActivityList {
    private struct Shown {
        var state: ActivityState
        let owner: HostCaller
        /// Whether the activity reveals the state of a private control.
        let isPrivate: Bool
        /// When the activity was first shown.
        let since: MonotonicInstant
        /// When the activity was last reported.
        var reported: MonotonicInstant
        /// Fires when the next change may be reported.
        var timer: PanelTimer?
    }

    /// The most activities of one caller.
    private static let mostActivities = 16
    /// The limits of an activity's ID in bytes, and of its texts in characters: all activities go into one message.
    private static let (longestIdentity, longestText) = (64, 100)
    /// The time after which an activity ends by itself, as in iOS: its extension may have gone for good.
    private static let longestActivity = Duration.seconds(8 * 3_600)
    /// The shortest interval between reported changes of one activity, since people cannot read faster.
    private static let interval = Duration.milliseconds(250)

    private let scheduler: any Scheduler
    private let events: PanelEvents
    private var shown: [Shown] = []
    private lazy var endTimer = scheduler.makeTimer { [weak self] in
        guard let self, let oldest = shown.first else { return }
        end(id: oldest.state.id, for: oldest.owner)
    }

    init(events: PanelEvents, scheduler: any Scheduler) {
        self.events = events
        self.scheduler = scheduler
    }

    /// The activities that a viewer sees, the oldest first.
    func all(seesPrivate: @autoclosure () -> Bool) -> [ActivityState] {
        guard shown.contains(where: \.isPrivate), !seesPrivate() else { return shown.map(\.state) }
        return shown.filter { !$0.isPrivate }.map(\.state)
    }

    /// Shows an activity, or its change.
    ///
    /// - Parameter isPrivate: Whether the activity reveals the state of a private control.
    /// - Returns: `false` if the activity is another caller's, or its caller shows as many as it may.
    func show(_ activity: ActivityState, for caller: HostCaller, isPrivate: Bool) -> Bool {
        // A longer identity or one with control characters would not reach clients as it is.
        guard activity.id.utf8.count <= Self.longestIdentity, ShownText.line(activity.id) == activity.id else {
            return false
        }
        var state = activity
        state.title = ShownText.line(activity.title, limit: Self.longestText)
        state.subtitle = activity.subtitle.map { ShownText.line($0, limit: Self.longestText) }
        state.symbol = activity.symbol.map { ShownText.line($0, limit: Self.longestText) }
        if let index = index(of: activity.id) {
            guard shown[index].owner == caller else { return false }
            guard shown[index].state != state else { return true }
            shown[index].state = state
            reportChange(at: index)
            return true
        }
        guard shown.lazy.filter({ $0.owner == caller }).count < Self.mostActivities else { return false }
        let now = scheduler.now
        shown.append(Shown(state: state, owner: caller, isPrivate: isPrivate, since: now, reported: now))
        armEndTimer()
        events.report(.activityShown(state), isPrivate: isPrivate)
        return true
    }

    /// Ends an activity of a caller, if the caller shows it.
    func end(id: String, for caller: HostCaller) {
        guard let index = index(of: id), shown[index].owner == caller else { return }
        let ended = shown.remove(at: index)
        ended.timer?.cancel()
        events.report(.activityEnded(ended.state), isPrivate: ended.isPrivate)
        armEndTimer()
    }

    /// Forgets all activities, as the panel stops.
    func removeAll() {
        for activity in shown { activity.timer?.cancel() }
        shown = []
        endTimer.cancel()
    }

    private func index(of id: String) -> Int? { shown.firstIndex { $0.state.id == id } }

    /// Reports an activity's change, now or after `interval`, since an extension may send any number of changes.
    private func reportChange(at index: Int) {
        let activity = shown[index]
        guard activity.timer?.deadline == nil else { return }
        let next = activity.reported.advanced(by: Self.interval)
        guard next > scheduler.now else {
            shown[index].reported = scheduler.now
            events.report(.activityShown(activity.state), isPrivate: activity.isPrivate)
            return
        }
        let timer =
            activity.timer
            ?? scheduler.makeTimer { [weak self, id = activity.state.id] in
                guard let self, let index = self.index(of: id) else { return }
                reportChange(at: index)
            }
        shown[index].timer = timer
        timer.arm(at: next)
    }

    private func armEndTimer() {
        endTimer.arm(at: shown.first.map { $0.since.advanced(by: Self.longestActivity) })
    }
}
