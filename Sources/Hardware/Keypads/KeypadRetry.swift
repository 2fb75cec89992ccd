import EventLoop
import MonotonicTime

/// The last failure of a keypad, and the time of the next attempt to take the keypad again.
///
/// A watch reports a missing device's return. A busy device or line reports nothing when it becomes free, so it is
/// retried.
@PanelActor
final class KeypadRetry {
    /// The last failure; `nil` while the keypad works.
    private(set) var problem: KeypadError?
    private let scheduler: any Scheduler
    private var delay = RetryDelay()
    private var timer: PanelTimer?

    init(scheduler: any Scheduler, attempt: @escaping @PanelActor () -> Void) {
        self.scheduler = scheduler
        timer = scheduler.makeTimer(attempt)
    }

    /// The keypad has been taken.
    func succeeded() {
        problem = nil
        delay.reset()
        timer?.cancel()
    }

    /// The keypad cannot be taken, or works no longer.
    func failed(_ error: KeypadError) {
        problem = error
        timer?.arm(at: error.isAbsence ? nil : scheduler.now.advanced(by: delay.next()))
    }

    /// Ends the attempts.
    func cancel() {
        timer?.cancel()
    }
}
