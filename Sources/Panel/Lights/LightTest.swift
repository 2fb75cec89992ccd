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
    private var told: (@PanelActor (LightMeaning?) -> Void)?

    /// - Parameter told: is called with each as its time comes; with `nil` in the end, whatever ended it.
    init(
        _ meanings: [LightMeaning], each duration: Duration, scheduler: any Scheduler,
        told: @escaping @PanelActor (LightMeaning?) -> Void
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

    func end() {
        timer?.cancel()
        let told = self.told
        self.told = nil
        told?(nil)
    }

    private func goOn() {
        guard let meaning = meanings.popFirst() else { return end() }
        timer?.arm(at: scheduler.now.advanced(by: duration))
        told?(meaning)
    }
}
