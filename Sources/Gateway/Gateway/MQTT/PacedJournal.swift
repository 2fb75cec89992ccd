import EventLoop

/// Tells a value that changes: at once, and after that the next one a minute later at the earliest, so that what comes and goes
/// fills no journal.
@PanelActor
final class PacedJournal<Value: Equatable & Sendable> {
    private let tell: @PanelActor (Value) -> Void
    private var present: Value?
    private var told: Value?
    private var pace: PacedAction?

    /// Creates a journal that has told nothing.
    ///
    /// - Parameter pause: The shortest time between two lines.
    init(
        on scheduler: any Scheduler = EventLoop.panel, pause: Duration = .seconds(60),
        tell: @escaping @PanelActor (Value) -> Void
    ) {
        self.tell = tell
        pace = PacedAction(on: scheduler, pause: pause) { [weak self] in self?.report() == true }
    }

    /// Takes the present value.
    func note(_ value: Value) {
        present = value
        pace?.request()
    }

    /// Tells nothing any more.
    func stop() { pace?.stop() }

    private func report() -> Bool {
        guard let present, present != told else { return false }
        told = present
        tell(present)
        return true
    }
}
