import EventLoop
import MonotonicTime

/// Tells a value that changes: at once, and after that the next one a minute later at the earliest, so that what comes and goes
/// fills no journal.
@PanelActor
final class PacedJournal<Value: Equatable & Sendable> {
    private let pause: Duration
    private let tell: @PanelActor (Value) -> Void
    private let scheduler: any Scheduler
    private var present: Value?
    private var told: Value?
    private var timer: PanelTimer?

    /// Creates a journal that has told nothing.
    ///
    /// - Parameter pause: The shortest time between two lines.
    init(
        on scheduler: any Scheduler = EventLoop.panel, pause: Duration = .seconds(60),
        tell: @escaping @PanelActor (Value) -> Void
    ) {
        (self.scheduler, self.pause, self.tell) = (scheduler, pause, tell)
    }

    /// Takes the present value.
    func note(_ value: Value) {
        present = value
        if timer?.deadline == nil { report() }
    }

    /// Tells nothing any more.
    func stop() { timer?.cancel() }

    private func report() {
        guard let present, present != told else { return }
        told = present
        if timer == nil { timer = scheduler.makeTimer { [weak self] in self?.report() } }
        timer?.arm(at: scheduler.now.advanced(by: pause))
        tell(present)
    }
}
