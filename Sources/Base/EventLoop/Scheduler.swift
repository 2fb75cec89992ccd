import MonotonicTime

/// The source of time for a panel: the loop's own (`EventLoop`), or a simulation's (`VirtualScheduler`).
@PanelActor
public protocol Scheduler: AnyObject {
    /// The present time.
    var now: MonotonicInstant { get }

    /// The time since the machine's boot on `CLOCK_BOOTTIME`, which also runs while the machine sleeps; in a simulation,
    /// the time since the simulation's start.
    var sinceBoot: Duration { get }

    /// Creates a timer, not yet armed, that runs `action` on the loop.
    func makeTimer(_ action: @escaping @PanelActor () -> Void) -> PanelTimer
}

extension Scheduler {
    public var sinceBoot: Duration { .nanoseconds(now.nanoseconds) }
}

/// A timer that is created once by a `Scheduler`, and armed as often as needed.
///
/// The creator owns the timer. An armed timer without an owner still fires once.
@PanelActor
public final class PanelTimer {
    private let queue: TimerQueue
    let action: @PanelActor () -> Void
    var heapIndex: Int?
    var order: UInt64 = 0

    /// The time at which the timer fires; `nil` where it is not armed.
    public internal(set) var deadline: MonotonicInstant?

    init(in queue: TimerQueue, action: @escaping @PanelActor () -> Void) {
        self.queue = queue
        self.action = action
    }

    /// Arms the timer for `deadline`, in place of any earlier arming; `nil` cancels it.
    ///
    /// A deadline that has passed fires at the loop's next turn, never inside this call.
    public func arm(at deadline: MonotonicInstant?) {
        guard deadline != self.deadline else { return }
        if let deadline, deadline != .distantFuture {
            queue.insert(self, deadline: deadline)
        } else {
            queue.remove(self)
        }
    }

    /// Disarms the timer.
    public func cancel() {
        queue.remove(self)
    }
}
