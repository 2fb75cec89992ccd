import EventLoop
import MonotonicTime

/// A text that is shown for a while: the hint, or the status.
///
/// What is private goes beside what everybody sees, not in its place: those who may not see it are not to know that it came.
@PanelActor
final class MomentaryText {
    /// How long hints and statuses stay (H6, H7).
    static let duration = Duration.seconds(3)

    private struct Text {
        var words: String
        var end: MonotonicInstant
    }

    private var text: Text?
    /// The same for those who may not see what is private.
    private var redacted: Text?
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private let ended: @PanelActor (_ forThoseWhoSee: Bool, _ forOthers: Bool) -> Void

    /// - Parameter ended: is called when it is shown no more, with to whom: those who may see what is private, and all others.
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

    /// What is shown now.
    ///
    /// - Parameter seesPrivate: whether it is for those who may see what is private.
    func text(_ seesPrivate: Bool) -> String? { (seesPrivate ? text : redacted)?.words }

    /// Shows a text for a while.
    ///
    /// - Parameter redacted: what those are shown who may not see what is private; `nil`: nothing new.
    func show(_ text: String, redacted: String?) {
        let end = scheduler.now.advanced(by: Self.duration)
        self.text = Text(words: text, end: end)
        if let redacted { self.redacted = Text(words: redacted, end: end) }
        armTimer()
    }

    func clear() { end(by: nil) }

    /// - Parameter now: `nil`: whenever it would have ended.
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
