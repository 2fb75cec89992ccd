import EventLoop
import Indicators
import MonotonicTime

/// Shows a list of meanings, one after the other.
@PanelActor
final class LightTest {
    private var meanings: ArraySlice<LightMeaning>
    private let duration: Duration
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private var told: (@PanelActor (Step) -> Void)?

    /// A step of a test.
    enum Step: Sendable, Hashable {
        /// The meaning is shown from now on.
        case shown(LightMeaning)
        /// The test has ended: normally with `nil`, early with a reason.
        case over(reason: String?)
    }

    /// - Parameter told: called with each step at its time.
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

    /// - Parameter reason: why the test ends early; `nil` at its normal end.
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
