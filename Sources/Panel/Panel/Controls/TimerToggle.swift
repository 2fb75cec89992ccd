import Configuration
import ControlModel
import EventLoop
import GPIO
import MonotonicTime

/// `toggle: {timer: …}`: on until its time is up, across restarts and power cuts.
@PanelActor
final class TimerToggle: BuiltInControl {
    /// The purposes of the stored end, by the rights of the person who started the timer. A power cut may leave two
    /// stored end times: the timer resumes with the purpose that allows less.
    private static let purposes: [TimePurpose] = [.timer, .timerOfRequired, .timerOfLocal]

    private let duration: Duration
    private var timer: KeptTimer?
    private var state = false
    /// The highest authentication level of the person who started the timer. At the end, the panel refuses a `done`
    /// that needs more.
    var allowed = ControlAuthentication.none
    var changed: (@PanelActor () -> Void)?

    /// Called at the end of the time, after `changed`.
    var finished: (@PanelActor () -> Void)?
    /// Called with the remaining time when the timer starts or resumes, and with `nil` when it ends early.
    var counting: (@PanelActor (KeptTime?) -> Void)?

    init(kind: String, duration: Duration, memory: PanelMemory, scheduler: any Scheduler) {
        self.duration = duration
        let timer = KeptTimer(kind: kind, for: Self.purposes, scheduler: scheduler, memory: memory) { [weak self] in
            self?.end()
        }
        self.timer = timer
        allowed = timer.purpose.rights
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
            timer?.start(duration, for: TimePurpose(timerOf: allowed))
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

extension TimePurpose {
    /// The purpose that stores the rights of the person who starts the timer.
    fileprivate init(timerOf allowed: ControlAuthentication) {
        switch allowed {
        case .none: self = .timer
        case .required: self = .timerOfRequired
        case .local: self = .timerOfLocal
        }
    }

    /// The rights of the person who started the time stored for this purpose.
    fileprivate var rights: ControlAuthentication {
        switch self {
        case .timer, .maxTime: .none
        case .timerOfRequired: .required
        case .timerOfLocal: .local
        }
    }
}
