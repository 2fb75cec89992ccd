import EventLoop
import MonotonicTime

/// A value that is placed somewhere: its timer, or its watch, and what was read last.
@PanelActor
final class PlacedValue {
    /// A file that is written to without end has its value read so often at most.
    static let gap = Duration.milliseconds(250)
    /// How often an interval may end in a row without anybody asking for the value, before there is no further one.
    private static let patience = 3
    /// For how long an answer from memory is good: the others of a kind are asked too when one is to be read again.
    private static let memory = Duration.seconds(1)

    private let source: ValueSource
    private let due: @PanelActor (PlacedValue) -> Void
    private var interval: PanelTimer?
    private var pause: PanelTimer?
    private var watch: PathWatch?
    private var text: String?
    private var unasked = 0
    private var lastDue: MonotonicInstant?
    private var remembersUntil: MonotonicInstant?

    /// - Parameter due: Is called when it is to be read again.
    init(_ source: ValueSource, due: @escaping @PanelActor (PlacedValue) -> Void) throws(ActionError) {
        self.source = source
        self.due = due
        interval = source.every.map { _ in EventLoop.panel.makeTimer { [weak self] in self?.intervalEnded() } }
        pause = EventLoop.panel.makeTimer { [weak self] in self?.becomeDue() }
        if let path = source.changes { watch = try makeWatch(path) }
        armInterval()
    }

    private func makeWatch(_ path: String) throws(ActionError) -> PathWatch {
        do throws(PathWatch.Failure) {
            return try PathWatch(path: path, noticing: .content) { [weak self] in self?.changed() }
        } catch {
            throw .file(path: error.path, call: error.call, code: error.code)
        }
    }

    func cancel() {
        interval?.cancel()
        pause?.cancel()
        watch?.cancel()
    }

    /// What was read last, where another value was due and this one is asked only beside it.
    func takeFromMemory() -> String? {
        unasked = 0
        if interval?.deadline == nil { armInterval() }
        defer { remembersUntil = nil }
        guard let remembersUntil, EventLoop.panel.now < remembersUntil else { return nil }
        return text
    }

    /// It was read; `nil`: it could not be.
    func wasRead(_ text: String?) {
        self.text = text
    }

    /// Another value is due, for which this one will be asked too.
    func otherIsDue() {
        remembersUntil = EventLoop.panel.now.advanced(by: Self.memory)
    }

    /// The next answer is not from memory.
    func forget() {
        remembersUntil = nil
    }

    private func armInterval() {
        guard let every = source.every else { return }
        interval?.arm(at: EventLoop.panel.now.advanced(by: every))
    }

    private func intervalEnded() {
        unasked += 1
        if unasked < Self.patience { armInterval() }
        becomeDue()
    }

    private func changed() {
        let now = EventLoop.panel.now
        guard let lastDue, now < lastDue.advanced(by: Self.gap) else { return becomeDue() }
        pause?.arm(at: lastDue.advanced(by: Self.gap))
    }

    private func becomeDue() {
        lastDue = EventLoop.panel.now
        remembersUntil = nil
        due(self)
    }
}
