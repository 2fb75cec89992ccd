import Configuration
import ControlModel
import EventLoop
import GPIO
import MonotonicTime

/// `toggle: {timer: …}`: on until its time is up, through restarts and power cuts.
@PanelActor
final class TimerToggle: BuiltInControl {
    private let duration: Duration
    private var timer: KeptTimer?
    private var state = false
    /// The most that the person who begins the timer can perform: the panel refuses a `done` that needs more by then.
    var allowed = ControlAuthentication.none
    var changed: (@PanelActor () -> Void)?

    /// Called when the time is up, after `changed`.
    var finished: (@PanelActor () -> Void)?
    /// Called with what is left when it begins or goes on, and with `nil` when it ends before.
    var counting: (@PanelActor (KeptTime?) -> Void)?

    init(kind: String, duration: Duration, memory: any PanelMemory, scheduler: any Scheduler) {
        self.duration = duration
        // A power cut may leave two ends: the timer goes on with the one that allows less.
        let timer = KeptTimer(
            kind: kind, for: .timer, .timerOfRequired, .timerOfLocal, scheduler: scheduler, memory: memory
        ) { [weak self] in self?.end() }
        self.timer = timer
        allowed = ControlAuthentication(timer.purpose)
    }

    let outputs: [OutputChannel] = []
    var isOn: Bool? { state }
    var isRunning: Bool { false }

    /// Goes on where the panel before this one ended; one whose time was up meanwhile ends as soon as the loop turns.
    func attach(resuming isOn: Bool?) {
        guard let left = timer?.kept else { return }
        state = true
        timer?.resume(min(left.duration, duration))
    }

    /// Tells what is left of a timer that went on.
    func tellResumed() {
        if state, let left = timer?.kept { counting?(left) }
    }

    func perform(wish: Bool?) {
        state = wish ?? !state
        if state {
            timer?.start(duration, for: TimePurpose(allowed))
            counting?(KeptTime(duration, isCertain: true))
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

extension TimePurpose {
    /// A timer's, by what the person who began it could perform.
    fileprivate init(_ allowed: ControlAuthentication) {
        switch allowed {
        case .none: self = .timer
        case .required: self = .timerOfRequired
        case .local: self = .timerOfLocal
        }
    }
}

extension ControlAuthentication {
    /// The most that the person could perform who began a time that is kept for this purpose.
    fileprivate init(_ purpose: TimePurpose) {
        switch purpose {
        case .timer, .maxTime: self = .none
        case .timerOfRequired: self = .required
        case .timerOfLocal: self = .local
        }
    }
}
