import EventLoop
import MonotonicTime

/// Acts on a request at once, and then again after a pause at the earliest: requests in the pause are joined into one.
///
/// ```
///   request   |     | ||| |                     |
///   act       |           pause ▶ |             |
/// ```
@PanelActor
final class PacedAction {
    private let pause: Duration
    private let act: @PanelActor () -> Bool
    private let scheduler: any Scheduler
    private var timer: PanelTimer?

    /// Creates an action without a request.
    ///
    /// - Parameters:
    ///   - pause: The shortest time between two actions.
    ///   - act: Returns whether there was something to do. Otherwise no pause follows, and no timer runs.
    init(on scheduler: any Scheduler = EventLoop.panel, pause: Duration, act: @escaping @PanelActor () -> Bool) {
        (self.scheduler, self.pause, self.act) = (scheduler, pause, act)
    }

    /// Acts now, or at the end of the pause.
    func request() {
        if timer?.deadline == nil { begin() }
    }

    /// Ends the pause, and drops the request in it.
    func stop() { timer?.cancel() }

    private func begin() {
        guard act() else { return }
        if timer == nil { timer = scheduler.makeTimer { [weak self] in self?.begin() } }
        timer?.arm(at: scheduler.now.advanced(by: pause))
    }
}
