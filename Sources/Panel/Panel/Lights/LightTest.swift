import EventLoop
import Indicators
import MonotonicTime

/// Goes through meanings, one after the other.
@PanelActor
final class LightTest {
    private var meanings: ArraySlice<LightMeaning>
    private let duration: Duration
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private var told: (@PanelActor (Step) -> Void)?

    /// What happens in a test.
    enum Step: Sendable, Hashable {
        /// This is seen from now on.
        case shown(LightMeaning)
        /// It is over: all has been seen, or this has ended it.
        case over(reason: String?)
    }

    /// - Parameter told: is called with each step as its time comes.
    init(
        _ meanings: [LightMeaning], each duration: Duration, scheduler: any Scheduler,
        told: @escaping @PanelActor (Step) -> Void
    ) {
        self.meanings = meanings[...]
        self.duration = duration
        self.scheduler = scheduler
        self.told = told
        timer = scheduler.makeTimer { [weak self] in self?.goOn() }
    }

    func begin() {
        goOn()
    }

    /// - Parameter reason: What has ended it before its time.
    func end(_ reason: String?) {
        timer?.cancel()
        let told = self.told
        self.told = nil
        told?(.over(reason: reason))
    }

    private func goOn() {
        guard let meaning = meanings.popFirst() else { return end(nil) }
        timer?.arm(at: scheduler.now.advanced(by: duration))
        told?(.shown(meaning))
    }
}
