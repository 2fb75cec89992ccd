import MonotonicTime

/// Time, as a panel sees it: the loop's own (`EventLoop`), or a simulation's (`VirtualScheduler`).
@PanelActor
public protocol Scheduler: AnyObject {
    /// The time now.
    var now: MonotonicInstant { get }

    /// A timer, not yet armed, that runs `action` on the loop.
    func makeTimer(_ action: @escaping @PanelActor () -> Void) -> PanelTimer
}

/// A timer that is made once and armed as often as needed; made by a `Scheduler`.
///
/// Its owner keeps it: a timer that nobody holds is still fired once if it is armed.
@PanelActor
public final class PanelTimer {
    private let scheduler: any TimerScheduling
    let action: @PanelActor () -> Void
    var heapIndex: Int?
    var order: UInt64 = 0

    /// When it fires, or `nil` where it is not armed.
    public internal(set) var deadline: MonotonicInstant?

    init(scheduler: any TimerScheduling, action: @escaping @PanelActor () -> Void) {
        self.scheduler = scheduler
        self.action = action
    }

    /// Arms the timer for `deadline`, in place of any earlier arming; `nil` cancels it.
    ///
    /// A deadline that has passed fires at the loop's next turn, never inside this call.
    public func arm(at deadline: MonotonicInstant?) {
        guard deadline != self.deadline else { return }
        if let deadline, deadline != .distantFuture {
            scheduler.insert(self, deadline: deadline)
        } else {
            scheduler.remove(self)
        }
    }

    /// Takes the arming back.
    public func cancel() {
        scheduler.remove(self)
    }
}

/// What a timer needs of the scheduler that made it.
@PanelActor
protocol TimerScheduling: AnyObject {
    func insert(_ timer: PanelTimer, deadline: MonotonicInstant)
    func remove(_ timer: PanelTimer)
}
