import EventLoop
import MonotonicTime

/// A text that is shown for a time: the hint or the status.
///
/// A private text is stored beside the public text and does not replace it: viewers who may not see private content
/// must not notice it.
@PanelActor
final class MomentaryText {
    /// The display time of hints (H6) and statuses (H7).
    static let duration = Duration.seconds(3)

    private struct Text {
        var words: String
        var end: MonotonicInstant
    }

    private var text: Text?
    /// The text for viewers who may not see private content.
    private var redacted: Text?
    private let scheduler: any Scheduler
    private lazy var timer = scheduler.makeTimer { [weak self] in
        if let self { end(by: scheduler.now) }
    }
    private let events: PanelEvents
    /// Makes the event of a text that is shown.
    private let shown: (String) -> PanelEvent
    /// The event of a text's end.
    private let ended: PanelEvent

    init(
        _ events: PanelEvents, shown: @escaping (String) -> PanelEvent, ended: PanelEvent, scheduler: any Scheduler
    ) {
        self.events = events
        self.shown = shown
        self.ended = ended
        self.scheduler = scheduler
    }

    /// The current text.
    ///
    /// - Parameter seesPrivate: whether the viewer may see private content.
    func text(_ seesPrivate: Bool) -> String? { (seesPrivate ? text : redacted)?.words }

    /// Shows a text for `duration`.
    ///
    /// - Parameter redacted: the text for viewers who may not see private content; `nil` shows them nothing new.
    func show(_ text: String, redacted: String?) {
        let end = scheduler.now.advanced(by: Self.duration)
        self.text = Text(words: text, end: end)
        if let redacted { self.redacted = Text(words: redacted, end: end) }
        armTimer()
        events.report(shown(text), redacted: redacted.map(shown))
    }

    func clear() { end(by: .distantFuture) }

    /// Ends the texts that are due at this time, for their viewers.
    private func end(by now: MonotonicInstant) {
        let isOver = text.map { $0.end <= now } ?? false
        let isRedactedOver = redacted.map { $0.end <= now } ?? false
        if isOver { text = nil }
        if isRedactedOver { redacted = nil }
        armTimer()
        guard isOver || isRedactedOver else { return }
        events.report(isOver ? ended : nil, redacted: isRedactedOver ? ended : nil)
    }

    private func armTimer() {
        timer.arm(at: [text, redacted].compactMap { $0?.end }.min())
    }
}
