import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// The performances of a panel, and the held control that waits for a PIN.
///
/// The list owns the state machine. A method hands an event to `PerformanceTable`, and does what belongs to the event: arms
/// the timer of a deadline, and reports a wait or a question.
@PanelActor
final class PerformanceList {
    private let gate: AccessGate
    private let events: PanelEvents
    private let lights: PanelLights
    private let limits: TimeLimits
    private let scheduler: any Scheduler
    private var table = PerformanceTable()
    /// The performances in progress in extensions, by the tokens under which the extensions know them.
    private var runs: [String: Performance] = [:]
    /// The control that waits for a PIN, if it still exists.
    private(set) weak var pendingSlot: ControlSlot?
    private lazy var pendingTimer = scheduler.makeTimer { [weak self] in
        guard let self else { return }
        _ = endingWait { $0.dropPending(at: scheduler.now) }
    }
    /// Called when a control begins or ceases to wait for a PIN.
    var onPendingChange: (@PanelActor () -> Void)?
    /// Performs the control that waited, after the right PIN.
    var onPINAccepted: (@PanelActor (ControlSlot, _ isOn: Bool?) -> Void)?

    init(
        _ gate: AccessGate, _ lights: PanelLights, _ events: PanelEvents, limits: TimeLimits, scheduler: any Scheduler
    ) {
        self.gate = gate
        self.events = events
        self.lights = lights
        self.limits = limits
        self.scheduler = scheduler
    }

    // MARK: Requests and the disk

    /// Handles a request to perform a control. A person's performance replaces a control that waits for a PIN.
    func request(
        _ request: PerformanceTable.Request, obstacle: String?, objection: String?
    ) -> PerformanceTable.RequestEffect {
        endingWait {
            $0.request(
                request, obstacle: obstacle, objection: objection,
                lock: gate.lockFacts(for: request.access.requester))
        }
    }

    /// Adds the performance of an intent run by name.
    func addIntent(by requester: Requester, at requestedAt: RequestTime?) -> Performance {
        Performance(table.addIntent(by: requester), by: requester, at: requestedAt ?? clock)
    }

    /// Handles the disk's answer to `RequestEffect.prove` or `proveForInterlock`.
    ///
    /// - Returns: whether the request still waits.
    func proved(_ id: PerformanceTable.ID) -> Bool { table.proved(id) }

    /// Makes way for an interlock's turning off.
    ///
    /// - Returns: `false` while the control performs, or the interlock already waits for the disk.
    func makeWay(_ slot: ControlSlot) -> Bool { table.makeWay(ObjectIdentifier(slot)) }

    /// Waits for the disk before an interlock turns a guarded control off; `proved` follows.
    func proveForInterlock(_ slot: ControlSlot) -> PerformanceTable.ID {
        table.proveForInterlock(ObjectIdentifier(slot))
    }

    /// Whether an interlock waits for the disk before it turns the control off.
    func isProvingForInterlock(_ slot: ControlSlot) -> Bool { table.isProvingForInterlock(ObjectIdentifier(slot)) }

    /// Forgets all requests that wait for the disk or a PIN, as the panel stops.
    func dropRequests() {
        table.dropProofs()
        dropPending()
    }

    // MARK: The PIN

    /// The name of the control that waits for a PIN; `nil` if none waits.
    var pendingName: String? { table.pending?.name }

    /// Makes a control wait for a PIN (A2: the right PIN in time performs the control once).
    func wait(for slot: ControlSlot, goingTo isOn: Bool?) {
        dropPending()
        let until = scheduler.now.advanced(by: gate.controls.description.authentication.pending)
        table.wait(.init(control: ObjectIdentifier(slot), name: slot.name, isOn: isOn, until: until))
        pendingSlot = slot
        pendingTimer.arm(at: until)
        events.report(.pending(control: slot.name))
        onPendingChange?()
    }

    /// Drops the waiting control: the user did something else.
    func dropPending() { endingWait { $0.dropPending() } }

    /// Performs the waiting control once, after the right PIN.
    func performPending() {
        let slot = pendingSlot
        guard let pending = endingWait({ $0.pinAccepted(at: scheduler.now) }), let slot, gate.controls.contains(slot)
        else { return }
        onPINAccepted?(slot, slot.snapshot.isOn == nil ? nil : pending.isOn)
    }

    /// Takes a step that may end the wait for a PIN, and reports that end.
    private func endingWait<Effect>(_ step: (inout PerformanceTable) -> Effect) -> Effect {
        let former = table.pending
        let effect = step(&table)
        guard let former, table.pending == nil else { return effect }
        pendingTimer.cancel()
        pendingSlot = nil
        events.report(.pendingEnded(control: former.name))
        onPendingChange?()
        return effect
    }

    // MARK: Performing

    /// Why a performance may not go on after a wait: its requester has lost the authority for it; `nil` where it may.
    func objection(toContinue run: Performance) -> String? {
        table.objection(toContinue: run.id, lock: gate.lockFacts(for: run.requester))
    }

    /// Begins the members of a scene, with the start itself as one more member.
    func beginMembers(_ run: Performance, count: Int) { table.beginMembers(run.id, count: count) }

    /// Handles the end of a member, or of the start.
    ///
    /// - Returns: whether all members have ended.
    func memberEnded(_ run: Performance) -> Bool { table.memberEnded(run.id) }

    /// Handles the demand to send an intent, at first or as a follower.
    func send(
        _ run: Performance, needing needed: ControlAuthentication, isProved: Bool
    ) -> PerformanceTable.SendEffect {
        table.send(run.id, needing: needed, isProved: isProved, lock: gate.lockFacts(for: run.requester))
    }

    /// Handles the extension's reply to an intent.
    ///
    /// - Returns: `false` if the reply is to be ignored.
    func replied(_ run: Performance) -> Bool { table.replied(run.id) }

    // MARK: Extensions

    /// All performances in progress in extensions.
    var running: [Performance] { Array(runs.values) }

    /// Gives a performance a new token for each of its intents. Each intent has a progress of its own.
    func makeToken(for run: Performance) -> String {
        forgetToken(of: run)
        run.progress?.reset()
        let token = RandomName.make()
        run.token = token
        runs[token] = run
        return token
    }

    private func forgetToken(of run: Performance) {
        if let token = run.token { runs[token] = nil }
    }

    /// Shows how much of a performance of a control is done.
    ///
    /// - Parameters:
    ///   - token: the name under which the extension knows the performance.
    ///   - completed: the part that is done, from 0 to 1.
    func progress(of token: String, _ completed: Double) {
        guard let run = runs[token], let slot = run.control, completed.isFinite else { return }
        let progress =
            run.progress
            ?? PerformanceProgress(
                scheduler: scheduler, isLimited: limits.joinsReloads
            ) { [weak controls = gate.controls, weak slot] in slot.map { controls?.refresh($0) } }
        run.progress = progress
        progress.report(completed)
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

    /// Whether a performance has not ended.
    func contains(_ run: Performance) -> Bool { table.contains(run.id) }

    /// Ends a performance with its question, call, timer and token.
    ///
    /// - Returns: `false` if the performance has ended before.
    func end(_ run: Performance) -> Bool {
        if let question = table.question(of: run.id) { end(question, of: run, isConfirmed: false) }
        let hasEnded = table.end(run.id)
        run.cancel()
        forgetToken(of: run)
        return hasEnded
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

    /// Asks the user to confirm a performance of an extension (C24: an intent can ask for a confirmation).
    ///
    /// - Parameter token: the name under which the extension knows the performance.
    /// - Returns: the question, which can be withdrawn; `nil` if it cannot be asked.
    func ask(
        _ token: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> (any ExtensionCall)? {
        guard let run = runs[token], let slot = run.control,
            let question = table.ask(run.id, for: limits.confirmation, at: scheduler.now)
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
