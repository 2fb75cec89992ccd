import EventLoop
import MonotonicTime
import Panel

/// A wall clock that follows a panel's virtual time, two hours ahead of UTC.
@PanelActor
final class FakeClock: LocalClock {
    private let scheduler: any Scheduler
    /// Milliseconds since 1970 at virtual time zero.
    private var start: Int64
    var isRight = true
    var changed: (@PanelActor () -> Void)?

    /// The given hour of Monday 2024-01-01.
    init(hour: Int64, _ scheduler: any Scheduler) {
        self.scheduler = scheduler
        start = 1_704_067_200_000 + (hour - 2) * 3_600_000
    }

    var milliseconds: Int64? { isRight ? start + scheduler.now.nanoseconds / 1_000_000 : nil }
    func offset(at seconds: Int64) -> Int { 7200 }

    func set(by hours: Int64) {
        start += hours * 3_600_000
        changed?()
    }
}
