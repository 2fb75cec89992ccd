import EventLoop
import MonotonicTime

/// A placed value, with its timer, its watch and the last text.
@PanelActor
final class PlacedValue {
    /// The minimum time between two reads of a value whose file changes continuously.
    static let gap = Duration.milliseconds(250)
    /// The number of intervals without a read by the panel after which the timer stops.
    private static let patience = 3
    /// The time for which an answer from memory is valid. When one value is due, the panel also reads all others of its
    /// kind.
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

    /// - Parameter due: Called when the value must be read again.
    init(_ source: ValueSource, due: @escaping @PanelActor (PlacedValue) -> Void) throws(ActionError) {
        self.source = source
        self.due = due
        interval = source.every.map { _ in EventLoop.panel.makeTimer { [weak self] in self?.intervalEnded() } }
        pause = EventLoop.panel.makeTimer { [weak self] in self?.becomeDue() }
        do throws(PathWatch.Failure) {
            if let path = source.changes {
                watch = try PathWatch(path: path, noticing: .content) { [weak self] in self?.changed() }
            }
        } catch {
            throw .file(path: error.path, call: error.call, code: error.code)
        }
        armInterval()
    }

    func cancel() {
        interval?.cancel()
        pause?.cancel()
        watch?.cancel()
    }

    /// The last text if the panel reads this value only because another is due; else `nil`.
    func takeFromMemory() -> String? {
        unasked = 0
        if interval?.deadline == nil { armInterval() }
        defer { remembersUntil = nil }
        guard let remembersUntil, EventLoop.panel.now < remembersUntil else { return nil }
        return text
    }

    /// Stores the text that was read; `nil` after a failure.
    func wasRead(_ text: String?) {
        self.text = text
    }

    /// Another value is due, so that the panel reads this value too.
    func otherIsDue() {
        remembersUntil = EventLoop.panel.now.advanced(by: Self.memory)
    }

    /// Makes the next read ignore the memory.
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
