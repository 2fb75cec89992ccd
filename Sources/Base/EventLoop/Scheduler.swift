import MonotonicTime

/// Time, as a panel sees it: the loop's own (`EventLoop`), or a simulation's (`VirtualScheduler`).
@PanelActor
public protocol Scheduler: AnyObject {
    /// The time now.
    var now: MonotonicInstant { get }

    /// A timer, not yet armed, that runs `action` on the loop.
    func makeTimer(_ action: @escaping @PanelActor () -> Void) -> PanelTimer
}
