import EventLoop
import MonotonicTime

/// A text that is shown for a while: the hint, or the status.
@PanelActor
final class MomentaryText {
    /// How long hints and statuses stay (H6, H7).
    static let duration = Duration.seconds(3)

    private(set) var text: String?
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private let ended: @PanelActor () -> Void

    init(scheduler: any Scheduler, ended: @escaping @PanelActor () -> Void) {
        self.scheduler = scheduler
        self.ended = ended
        timer = scheduler.makeTimer { [weak self] in self?.clear() }
    }

    func show(_ text: String) {
        self.text = text
        timer?.arm(at: scheduler.now.advanced(by: Self.duration))
    }

    func clear() {
        timer?.cancel()
        guard text != nil else { return }
        text = nil
        ended()
    }
}
