import Configuration
import ControlModel
import EventLoop
import GPIO
import MonotonicTime

/// `toggle: {timer: …}`: on until its time is up, across restarts and power cuts.
@PanelActor
final class TimerToggle: BuiltInControl {
    private let duration: Duration
    private var timer: KeptTimer?
    private var state = false
    /// The right that is left of the timer's start. At the end, the panel refuses a `done` that needs more, or whose
    /// person has lost the right.
    var right = LastingRight.none
    var changed: (@PanelActor () -> Void)?

    /// Called at the end of the time, after `changed`.
    var finished: (@PanelActor () -> Void)?
    /// Called with the remaining time when the timer starts or resumes, and with `nil` when it ends early.
    var counting: (@PanelActor (KeptTime?) -> Void)?

    init(kind: String, duration: Duration, memory: PanelMemory, scheduler: any Scheduler) {
        self.duration = duration
        let stored = memory.timers(of: kind)
        let timer = KeptTimer(
            kind: kind, for: stored.isEmpty ? [.timer] : stored, scheduler: scheduler, memory: memory
        ) { [weak self] in self?.end() }
        self.timer = timer
        if case .timerOf(let right) = timer.purpose { self.right = right }
    }

    var isOn: Bool? { state }

    /// Resumes the previous engine's timer; an expired timer ends on the loop's next turn.
    func attach(resuming isOn: Bool?) {
        guard let left = timer?.kept else { return }
        state = true
        timer?.resume(min(left.duration, duration))
    }

    func perform(_ isOn: Bool?) {
        state = isOn ?? !state
        if state {
            timer?.start(duration, for: .timerOf(right))
            counting?(KeptTime(duration: duration, isCertain: true))
        } else {
            timer?.clear()
            counting?(nil)
        }
    }

    func reload() {}

    func timesChanged() {
        guard state, let left = timer?.kept else { return }
        timer?.resume(min(left.duration, duration))
        counting?(left)
    }

    func makeSafe() {
        timer?.suspend()
    }

    private func end() {
        timer?.clear()
        state = false
        counting?(nil)
        changed?()
        finished?()
    }
}
