import EventLoop
import MonotonicTime

/// A text that is shown for a while: the hint, or the status.
@PanelActor
final class MomentaryText {
    /// How long hints and statuses stay (H6, H7).
    static let duration = Duration.seconds(3)

    private var text: String?
    /// The same for those who may not see what is private.
    private var redacted: String?
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private let ended: @PanelActor (_ wasPrivate: Bool) -> Void

    /// - Parameter ended: is called when it is shown no more, with whether those who may not see what is private have seen
    ///   nothing of it.
    init(scheduler: any Scheduler, ended: @escaping @PanelActor (_ wasPrivate: Bool) -> Void) {
        self.scheduler = scheduler
        self.ended = ended
        timer = scheduler.makeTimer { [weak self] in self?.clear() }
    }

    /// What is shown now.
    ///
    /// - Parameter seesPrivate: whether it is for those who may see what is private.
    func text(_ seesPrivate: Bool) -> String? { seesPrivate ? text : redacted }

    /// Shows a text for a while.
    ///
    /// - Parameter redacted: what those are shown who may not see what is private; `nil`: nothing.
    func show(_ text: String, redacted: String?) {
        (self.text, self.redacted) = (text, redacted)
        timer?.arm(at: scheduler.now.advanced(by: Self.duration))
    }

    func clear() {
        timer?.cancel()
        guard text != nil else { return }
        let wasPrivate = redacted == nil
        (text, redacted) = (nil, nil)
        ended(wasPrivate)
    }
}
