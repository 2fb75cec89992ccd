import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// The performances of a panel: their state machine, the timers of its deadlines, and the questions that ask the user to
/// hold again (C24: an intent can ask for a confirmation).
@PanelActor
final class PerformanceList {
    private let gate: AccessGate
    private let events: PanelEvents
    private let lights: PanelLights
    private let limits: TimeLimits
    private let scheduler: any Scheduler
    var table = PerformanceTable()

    init(
        _ gate: AccessGate, _ lights: PanelLights, _ events: PanelEvents, limits: TimeLimits, scheduler: any Scheduler
    ) {
        self.gate = gate
        self.events = events
        self.lights = lights
        self.limits = limits
        self.scheduler = scheduler
    }

    // MARK: Time and the end

    /// The present moment of the clock that the age of requests is measured on.
    var clock: RequestTime { RequestTime(of: scheduler) }

    /// Delays a performance, at most until its time limit.
    func delay(_ run: Performance, by delay: Duration, limit: Duration?) {
        table.delay(run.id, by: delay, limit: limit, at: scheduler.now)
        arm(run)
    }

    /// Begins a performance in an extension.
    func beginIntent(_ run: Performance, limit: Duration?) {
        table.beginIntent(run.id, limit: limit, at: scheduler.now)
        arm(run)
    }

    /// Arms the timer for the performance's deadline, behind the timers with the same deadline.
    private func arm(_ run: Performance) {
        run.timer?.cancel()
        guard let deadline = table.deadline(of: run.id) else { return }
        if run.timer == nil {
            run.timer = scheduler.makeTimer { [weak self, weak run] in
                if let run { self?.elapsed(run) }
            }
        }
        run.timer?.arm(at: deadline)
    }

    private func elapsed(_ run: Performance) {
        switch table.elapsed(run.id, at: scheduler.now) {
        case nil: break
        case .start?:
            // The simulated delay stands for the action's own time.
            run.requestedAt = clock
            run.onDeadline?(false)
        case .fail?: run.onDeadline?(true)
        case .endQuestion(let question)?: end(question, of: run, isConfirmed: false)
        }
    }

    /// Ends a performance with its question, call and timer.
    ///
    /// - Returns: `false` if the performance has ended before.
    func end(_ run: Performance) -> Bool {
        if let question = table.question(of: run.id) { end(question, of: run, isConfirmed: false) }
        let hasEnded = table.end(run.id)
        run.cancel()
        return hasEnded
    }

    func makeProgress(show: @escaping @PanelActor () -> Void) -> PerformanceProgress {
        PerformanceProgress(scheduler: scheduler, isLimited: limits.joinsReloads, show: show)
    }

    // MARK: Questions

    /// All unanswered questions, with the names of their controls.
    func questions(as viewpoint: Viewpoint) -> [(control: String, text: String)] {
        gate.controls.slots.compactMap { slot in
            slot.run?.confirmation.map {
                (slot.name, gate.sees(viewpoint) ? $0.text : slot.redacted(question: $0.text))
            }
        }
    }

    /// Answers a control's question for a requester, who needs the rights for the performance itself.
    ///
    /// - Parameter completion: called once, with `nil` or the reason why the answer is not accepted.
    func answer(
        _ control: String, isConfirmed: Bool, by requester: Requester,
        completion: @escaping @PanelActor (String?) -> Void
    ) {
        guard let run = gate.controls[control]?.run, let question = table.question(of: run.id) else {
            return completion(PerformanceTable.nothingWaits)
        }
        if let reason = table.objection(toAnswer: question, by: requester, lock: gate.lockFacts(for: requester)) {
            return completion(reason)
        }
        guard !isConfirmed else { return confirm(question, of: run, by: requester, completion: completion) }
        end(question, of: run, isConfirmed: false)
        completion(nil)
    }

    /// Continues a performance after its question, once the audit trail has an entry.
    ///
    /// - Parameter completion: called with `nil` before the performance continues, or with the reason why it does not.
    func confirm(
        _ question: PerformanceTable.Question, of run: Performance, by requester: Requester,
        completion: @escaping @PanelActor (String?) -> Void
    ) {
        gate.auditor.confirm(run, by: requester) { [self] reason in
            // The question may have been withdrawn or replaced meanwhile, and the panel may have been locked.
            let reason =
                table.objection(toAnswer: question, by: requester, lock: gate.lockFacts(for: requester)) ?? reason
            completion(reason)
            if reason == nil { end(question, of: run, isConfirmed: true) }
        }
    }

    /// Asks the user to confirm a performance.
    ///
    /// - Returns: the question, which can be withdrawn; `nil` if it cannot be asked.
    func ask(
        _ run: Performance, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> (any ExtensionCall)? {
        guard let slot = run.control, let question = table.ask(run.id, for: limits.confirmation, at: scheduler.now)
        else { return nil }
        arm(run)
        let text = dialog.map { ShownText.line($0) } ?? ControlSlot.usualQuestion
        run.confirmation = Performance.Confirmation(text: text, completion: completion)
        events.report(
            .confirmationAsked(control: slot.name, text),
            redacted: .confirmationAsked(control: slot.name, slot.redacted(question: text)))
        lights.showQuestion(of: slot)
        return AskedQuestion(performances: self, run: run, question: question)
    }

    fileprivate func end(_ question: PerformanceTable.Question, of run: Performance, isConfirmed: Bool) {
        guard table.endQuestion(question, at: scheduler.now) else { return }
        arm(run)
        let confirmation = run.confirmation
        run.confirmation = nil
        if let slot = run.control {
            events.report(.confirmationEnded(control: slot.name))
            lights.showQuestion(of: slot)
        }
        confirmation?.completion(isConfirmed)
    }
}

/// A question that its extension can withdraw.
@PanelActor
private final class AskedQuestion: ExtensionCall {
    private weak var performances: PerformanceList?
    private weak var run: Performance?
    private let question: PerformanceTable.Question

    init(performances: PerformanceList, run: Performance, question: PerformanceTable.Question) {
        self.performances = performances
        self.run = run
        self.question = question
    }

    func cancel() {
        if let run { performances?.end(question, of: run, isConfirmed: false) }
    }
}
