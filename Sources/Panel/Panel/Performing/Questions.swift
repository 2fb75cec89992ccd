import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Questions that ask the user to hold again during a performance (C24: an intent can ask for a confirmation).
@PanelActor
final class Questions {
    private let controls: ControlSet
    private let gate: AccessGate
    private let auditor: Auditor
    private let events: PanelEvents
    private let lights: PanelLights
    private let limits: TimeLimits
    private let scheduler: any Scheduler

    init(
        _ gate: AccessGate, _ controls: ControlSet, _ lights: PanelLights, _ auditor: Auditor, events: PanelEvents,
        limits: TimeLimits, scheduler: any Scheduler
    ) {
        self.controls = controls
        self.gate = gate
        self.auditor = auditor
        self.events = events
        self.lights = lights
        self.limits = limits
        self.scheduler = scheduler
    }

    /// All unanswered questions, with the names of their controls.
    func waiting(as viewpoint: Viewpoint) -> [(control: String, text: String)] {
        controls.slots.compactMap { slot in
            slot.run?.confirmation.map {
                (slot.name, gate.sees(viewpoint) ? $0.text : slot.redacted(question: $0.text))
            }
        }
    }

    /// Answers a control's question for a requester, who needs the rights for the performance itself.
    ///
    /// - Parameter completion: called once, with `nil` or the reason why the answer is not accepted.
    /// - Returns: the same reason, as far as it is known at once.
    @discardableResult
    func confirm(
        _ control: String, isConfirmed: Bool, by requester: Requester,
        completion: @escaping @PanelActor (String?) -> Void = { _ in }
    ) -> String? {
        var reason: String?
        let run = controls[control]?.run
        if let run, run.confirmation != nil {
            reason = gate.lackingReason(to: run.needed, for: requester)
        } else {
            reason = "nothing waits to be confirmed"
        }
        guard let run, reason == nil else {
            completion(reason)
            return reason
        }
        if isConfirmed {
            confirm(run, by: requester, completion: completion)
        } else {
            end(of: run, isConfirmed: false)
            completion(nil)
        }
        return nil
    }

    /// Continues a performance after its question, once the disk has proved that the audit entry can be written.
    ///
    /// - Parameter completion: called with `nil` before the performance continues, or with the reason why it does not.
    func confirm(_ run: Performance, by requester: Requester, completion: @escaping @PanelActor (String?) -> Void) {
        let question = run.confirmation?.timer
        auditor.prove(run.needed, by: requester) { [self] reason in
            // The question may have been withdrawn or replaced meanwhile.
            let isWaiting = run.confirmation != nil && run.confirmation?.timer === question
            let reason = isWaiting ? reason : "nothing waits to be confirmed"
            completion(reason)
            if reason == nil { end(of: run, isConfirmed: true) }
        }
    }

    /// The most questions of one performance. Users' time does not count towards the time limit, so without a bound an
    /// intent could go on for ever.
    private static let mostQuestions = 8

    /// Asks the user to confirm a performance.
    ///
    /// - Returns: the question, which can be withdrawn; `nil` if it cannot be asked. This happens for
    ///   an intent without a control, a second question at a time, and too many questions.
    func ask(
        _ run: Performance, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> ConfirmationCall? {
        guard let slot = run.control, run.confirmation == nil,
            run.questions < Self.mostQuestions
        else { return nil }
        run.questions += 1
        let now = scheduler.now
        let timer = scheduler.makeTimer { [weak self] in self?.end(of: run, isConfirmed: false) }
        timer.arm(at: now.advanced(by: limits.confirmation))
        let text = dialog.map { ShownText.line($0) } ?? ControlSlot.usualQuestion
        run.confirmation = Performance.Confirmation(text: text, timer: timer, completion: completion)
        // The time limit does not count while the user decides.
        run.limit.pause(at: now)
        events.report(
            .confirmationAsked(control: slot.name, text),
            redacted: .confirmationAsked(control: slot.name, slot.redacted(question: text)))
        lights.showQuestion(of: slot)
        return ConfirmationCall(questions: self, run: run, timer: timer)
    }

    func end(of run: Performance, isConfirmed: Bool) {
        guard let confirmation = run.confirmation else { return }
        confirmation.timer.cancel()
        run.confirmation = nil
        run.limit.resume(at: scheduler.now)
        if let slot = run.control {
            events.report(.confirmationEnded(control: slot.name))
            lights.showQuestion(of: slot)
        }
        confirmation.completion(isConfirmed)
    }
}

/// A question that can be withdrawn.
@PanelActor
final class ConfirmationCall: ExtensionCall {
    private weak var questions: Questions?
    private weak var run: Performance?
    /// The question's timer, which identifies the question: another question may be waiting by now.
    private weak var timer: PanelTimer?

    init(questions: Questions, run: Performance, timer: PanelTimer) {
        self.questions = questions
        self.run = run
        self.timer = timer
    }

    func cancel() {
        guard let run, let timer, run.confirmation?.timer === timer else { return }
        questions?.end(of: run, isConfirmed: false)
    }
}
