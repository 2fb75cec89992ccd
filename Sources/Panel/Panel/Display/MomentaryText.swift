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
    private var timer: PanelTimer?
    private let ended: @PanelActor (_ forThoseWhoSee: Bool, _ forOthers: Bool) -> Void

    /// - Parameter ended: called when a text ends, with the audiences concerned: viewers of private content, and all
    ///   others.
    init(
        scheduler: any Scheduler, ended: @escaping @PanelActor (_ forThoseWhoSee: Bool, _ forOthers: Bool) -> Void
    ) {
        self.scheduler = scheduler
        self.ended = ended
        timer = scheduler.makeTimer { [weak self] in
            guard let self else { return }
            end(by: self.scheduler.now)
        }
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
    }

    func clear() { end(by: nil) }

    /// - Parameter now: ends the texts that are due at this time; `nil` ends all texts.
    private func end(by now: MonotonicInstant?) {
        let isOver = { (text: Text?) in text.map { text in now.map { text.end <= $0 } ?? true } ?? false }
        let (forThoseWhoSee, forOthers) = (isOver(text), isOver(redacted))
        if forThoseWhoSee { text = nil }
        if forOthers { redacted = nil }
        armTimer()
        if forThoseWhoSee || forOthers { ended(forThoseWhoSee, forOthers) }
    }

    private func armTimer() {
        timer?.arm(at: [text, redacted].compactMap { $0?.end }.min())
    }
}
