import Configuration
import ControlModel
import EventLoop
import GPIO
import LocalAPI
import MonotonicTime

/// Performs controls: decides by the policy, starts the performance, and ends it exactly once.
///
/// ```
///   perform ── AccessGate ── objection ─┬─ refused ──▶ OutcomePresenter
///                                       ├─ waits ────▶ PendingRequest (a PIN), Auditor (the disk), Questions (a hold)
///                                       └─ begin ─┬─ BuiltInControl ────────┐
///                                                 ├─ members, opened target ─┤
///                                                 └─ IntentRunner ───────────┴─▶ finish
/// ```
@PanelActor
final class Executor {
    private let controls: ControlSet
    private let gate: AccessGate
    private let auditor: Auditor
    private let presenter: OutcomePresenter
    private let limits: TimeLimits
    private let scheduler: any Scheduler
    /// The held control that waits for a PIN.
    let pending: PendingRequest
    let questions: Questions
    let interlocks: Interlocks
    let intents: IntentRunner
    private let opener: Opener
    /// Called before each performance with the control's name; it can replace the performance by a simulated result, or
    /// return `nil`.
    var override: (@PanelActor (_ control: String) -> PerformOverride?)?

    init(
        _ gate: AccessGate, _ controls: ControlSet, _ surfaces: PanelSurfaces, events: PanelEvents, faults: FaultList,
        limits: TimeLimits, scheduler: any Scheduler
    ) {
        self.controls = controls
        self.gate = gate
        self.limits = limits
        self.scheduler = scheduler
        auditor = Auditor(gate)
        presenter = OutcomePresenter(gate, controls, surfaces, auditor, events: events, scheduler: scheduler)
        questions = Questions(
            gate, controls, surfaces.lights, auditor, events: events, limits: limits, scheduler: scheduler)
        interlocks = Interlocks(gate, controls, auditor, faults: faults, scheduler: scheduler)
        opener = Opener(gate, controls, presenter, surfaces.displays, events: events)
        intents = IntentRunner(
            gate, controls, presenter, opener, auditor, displays: surfaces.displays, limits: limits,
            scheduler: scheduler)
        pending = PendingRequest(controls, events: events, scheduler: scheduler)
        pending.onProved = { [weak self] slot, isOn in self?.perform(slot, isOn: isOn, by: .panel) }
        interlocks.onTurnOff = { [weak self] slot, requester, manner in
            self?.perform(slot, isOn: false, by: requester, as: manner)
        }
        opener.onFollowUp = { [weak self] slot, requester, manner in
            self?.perform(slot, by: requester, as: manner)
        }
        intents.onEnd = { [weak self] run, slot, outcome in self?.finish(run, of: slot, outcome) }
    }

    // MARK: Beginning

    /// Performs a control as a hold does. A toggle goes to the requested state, otherwise to the opposite of its
    /// current one.
    ///
    /// - Parameters:
    ///   - slot: the control.
    ///   - isOn: the requested state of a toggle.
    ///   - answers: values of the intent's parameters by name, for this performance only (C24).
    ///   - completion: called on the loop, once, with the outcome.
    func perform(
        _ slot: ControlSlot, isOn: Bool? = nil, answers: [String: IntentValue] = [:], by requester: Requester,
        as manner: PerformanceManner = [], completion: (@PanelActor (PerformOutcome) -> Void)? = nil
    ) {
        var manner = manner
        // An interlock's turning off reveals that the control was on.
        if requester.isPanelItself, slot.isStatePrivate { manner.insert(.privately) }
        if slot.role == .notice(.duress) { manner.insert(.silently) }
        let isPart = manner.contains(.part)
        let needed = gate.neededAuthentication(of: slot, goingTo: slot.destination(isOn))
        let access = gate.decide(
            AccessQuestion(
                needed: needed, requester: requester, isPart: isPart, isDelegated: slot.isDelegated,
                isProved: manner.contains(.provably), isPrivate: slot.isStatePrivate))
        // A broken disk must not hide that the requester lacks the authority.
        let lacking = isPart ? nil : gate.lackingReason(to: needed, for: requester)
        // A second hold answers the question (C24). A request with a state or a value is another performance and no
        // answer, and the panel itself gives no answers.
        if let run = slot.run, run.confirmation != nil, isOn == nil, answers.isEmpty, lacking == nil,
            !requester.isPanelItself
        {
            if let reason = gate.lackingReason(to: run.needed, for: requester) {
                presenter.refuse(slot, reason: reason, by: requester, as: manner, isLacking: true)
                completion?(.refused(reason))
                return
            }
            questions.confirm(run, by: requester) { [self] reason in
                guard let reason else {
                    return run.whenEnded(presenter.withoutPrivateReturn(completion, of: slot, for: requester))
                }
                presenter.refuse(slot, reason: reason, by: requester, as: manner)
                completion?(.refused(reason))
            }
            return
        }
        // The reason may reveal a private state, so a requester without the rights does not get it.
        let objection =
            lacking != nil && slot.isStatePrivate
            ? nil
            : objection(to: slot, isOn: isOn, answers: answers)
                ?? (slot.proof != nil && auditor.mustBeProved(needed, by: requester) ? Self.stillRunning : nil)
                ?? (access == .cannotBeWritten ? AccessPolicy.cannotBeWritten : nil)
        if let reason = objection {
            presenter.refuse(slot, reason: reason, by: requester, as: manner)
            completion?(.refused(gate.sees(requester.viewpoint) ? reason : slot.redacted(reason: reason)))
            return
        }
        if let reason = lacking {
            guard case .waitsForPIN = access else {
                presenter.refuse(slot, reason: reason, by: requester, as: manner, isLacking: true)
                completion?(.refused(reason))
                return
            }
            auditor.refused(slot, reason: Self.waitsForPIN, by: requester)
            // The requester gets a refusal; the later performance is shown.
            completion?(.refused(reason))
            pending.wait(for: slot, isOn: slot.destination(isOn))
            return
        }
        if access == .allowedOnceProved {
            let proof = PendingProof()
            slot.proof = proof
            auditor.prove(needed, by: requester) { [self] reason in
                // The panel may have stopped, or another requester may have removed or started the control meanwhile.
                guard controls.contains(slot) else {
                    completion?(.refused("the panel has changed meanwhile"))
                    return
                }
                guard slot.proof === proof else {
                    let reason = "something else was done with it meanwhile"
                    presenter.refuse(slot, reason: reason, by: requester, as: manner)
                    completion?(.refused(reason))
                    return
                }
                slot.proof = nil
                guard let reason else {
                    return perform(
                        slot, isOn: isOn, answers: answers, by: requester, as: manner.union(.provably),
                        completion: completion)
                }
                presenter.refuse(slot, reason: reason, by: requester, as: manner)
                completion?(.refused(gate.sees(requester.viewpoint) ? reason : slot.redacted(reason: reason)))
                interlocks.settle(slot)
            }
            return
        }
        // A hold replaces a waiting control, and extends the unlocked period.
        if requester == .panel || requester == .trusted, !isPart, !slot.isDelegated {
            pending.end()
            gate.lock?.use()
        }
        // A hint stays until the hold performs (H6); the panel's own actions do not end it.
        if !requester.isPanelItself, !slot.isDelegated { presenter.clearHint() }
        let run = Performance()
        run.control = slot
        run.requester = requester
        run.needed = needed
        run.allowed = AccessPolicy.allowance(of: requester, isUnlocked: gate.isUnlocked)
        run.manner = manner
        run.goesOn = slot.destination(isOn)
        run.beginning.wasPrivate = slot.hidesReturn
        run.whenEnded(presenter.withoutPrivateReturn(completion, of: slot, for: requester))
        auditor.record(run, of: slot, isOn: isOn)
        // The snapshot before the change has the status for the target state.
        run.beginning.status = slot.snapshot.status
        slot.run = run
        slot.proof = nil
        switch override?(slot.name) {
        case nil: begin(run, of: slot, isOn: isOn, answers: answers)
        case .fail(let words): finish(run, of: slot, .failed(words))
        case .delay(let delay):
            // The real time limit applies: the control's own, or that of an intent (C26: 30 s).
            let limit = limits.perform.map { slot.timeLimit ?? $0 }
            let exceeded = limit.flatMap { $0 < delay ? $0 : nil }
            run.limit.timer = scheduler.makeTimer { [weak self, weak slot] in
                guard let self, let slot, slot.run === run else { return }
                if let exceeded {
                    finish(run, of: slot, .failed(TimeLimits.words(for: exceeded)))
                    controls.reloadPlacements(ofKind: slot.kind)
                } else {
                    run.limit.delay = delay
                    begin(run, of: slot, isOn: isOn, answers: answers)
                }
            }
            run.limit.timer?.arm(at: scheduler.now.advanced(by: exceeded ?? delay))
            presenter.running(slot)
        }
    }

    /// Why a control cannot be performed; `nil` if it can.
    private func objection(to slot: ControlSlot, isOn: Bool?, answers: [String: IntentValue]) -> String? {
        if let absence = slot.absence { return absence }
        if slot.snapshot.isDisabled { return slot.redacted.failure ?? "disabled" }
        if slot.run != nil { return Self.stillRunning }
        if let declaration = slot.declaration {
            if declaration.action == .show { return Self.onlyShows }
            if isOn != nil, !declaration.action.isToggle { return "a button cannot be turned on or off" }
            if let name = answers.keys.min() { return "it has no parameter '\(name)'" }
            if let reason = interlocks.objection(
                to: declaration, goesOn: isOn ?? slot.snapshot.isOn.map { !$0 } ?? true)
            {
                return reason
            }
        }
        return slot.carrier.flatMap { intents.objection(to: $0, isOn: isOn, answers: answers, asked: slot.last.asked) }
            .map { slot.redacted(reason: $0) }
    }

    /// Why a running control is not performed again (C25: one action at a time).
    private static let stillRunning = "still running"

    /// The audit trail's reason for a hold that waits for its PIN; `holdfast log` depends on these words.
    private static let waitsForPIN = "it waits for a PIN"

    /// Why a control without an action is not performed.
    private static let onlyShows = "it only shows"

    private func begin(_ run: Performance, of slot: ControlSlot, isOn: Bool?, answers: [String: IntentValue]) {
        switch slot.origin {
        case .builtIn(let description, let control):
            begin(run, of: slot, description, control, isOn: isOn)
        case .handedOver(_, let control), .extension(let control):
            // The sensor decides the target state; the remote control may have another view of the state.
            let isOn = slot.sensor == nil ? isOn : isOn ?? slot.snapshot.isOn.map { !$0 }
            intents.begin(run, of: slot, control, isOn: isOn, answers: answers)
        case .gone(let reason): finish(run, of: slot, .failed(reason))
        }
    }

    private func begin(
        _ run: Performance, of slot: ControlSlot, _ description: ControlDescription, _ control: any BuiltInControl,
        isOn: Bool?
    ) {
        switch description.action {
        case .set(let members):
            begin(run, of: slot, members: members)
        case .open(let view):
            finish(run, of: slot, .performed(opens: opener.open(view, for: run, of: slot)))
        case .lock:
            gate.lock?.lock(by: auditor.actor(of: run.requester))
            finish(run, of: slot, .performed())
        case .show: finish(run, of: slot, .failed(Self.onlyShows))
        case .toggleLine, .pulse, .timer, .handedOver:
            (control as? TimerToggle)?.allowed = run.allowed
            do throws(GPIOError) {
                try control.perform(isOn ?? slot.snapshot.isOn.map { !$0 })
                finish(run, of: slot, .performed())
            } catch {
                finish(run, of: slot, .failed(error.description))
            }
        }
    }

    // MARK: Ending

    /// Ends a performance: reports the outcome, and shows the actual state, never the requested one (C27, C42).
    func finish(_ run: Performance, of slot: ControlSlot, _ outcome: PerformOutcome) {
        abandon(run)
        guard slot.run === run else { return }
        var outcome = outcome
        outcome.returned = run.chain.returned
        slot.run = nil
        slot.last = .init(failure: outcome.failure, asked: outcome.request?.parameter)
        // The flash comes before the new state, so that the light does not show the new state in between.
        presenter.ended(outcome, of: slot, as: run.manner)
        switch slot.origin {
        case .builtIn: controls.reload(slot, after: run)
        // The remote control's value has come with the reply, or has been requested.
        case .handedOver, .extension, .gone: controls.refresh(slot, after: run)
        }
        interlocks.settle(slot)
        slot.readout?.reload()
        presenter.showResult(outcome, of: run, slot)
        run.end(outcome)
    }

    /// Performs the members in parallel, and ends with their results.
    func begin(_ run: Performance, of slot: ControlSlot, members: [SceneMember]) {
        let slots = members.map { member in (member, controls.all(member.kind)) }
        let progress = SceneProgress(members: slots.reduce(0) { $0 + max(1, $1.1.count) }) {
            [weak self, weak slot] failure in
            guard let self, let slot, slot.run === run else { return }
            finish(run, of: slot, failure.map { .failed($0) } ?? .performed())
        }
        for (order, (member, others)) in slots.enumerated() {
            if others.isEmpty { progress.end("'\(member.kind)' is not there", order: order) }
            for other in others {
                let name = other.redacted.displayName
                // A button is performed for `on`. The parser does not know extensions' controls, so `off` for a button is
                // refused here.
                let wish = other.snapshot.isOn == nil && member.isOn ? nil : member.isOn
                // The requester was authorized for the whole scene; only intents that follow a member are checked on
                // their own.
                let manner = run.manner.intersection(.silently).union(.part)
                perform(other, isOn: wish, by: run.requester, as: manner) { outcome in
                    progress.end(
                        outcome.failure.map { "'\(name)': \(other.redacted(reason: $0))" }, order: order)
                }
            }
        }
        progress.end()
        if slot.run === run { presenter.running(slot) }
    }

    /// Asks the user to confirm a performance of an extension.
    ///
    /// - Parameter performance: the ID under which the extension knows the performance.
    /// - Returns: the question, which can be withdrawn; `nil` if it cannot be asked.
    func ask(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> (any ExtensionCall)? {
        intents.performance(performance).flatMap { questions.ask($0, dialog: dialog, completion: completion) }
    }

    /// Ends the performance of a control that the panel no longer has.
    func end(_ slot: ControlSlot, _ words: String) {
        guard let run = slot.run else { return }
        slot.run = nil
        abandon(run)
        run.end(.failed(words))
    }

    /// Ends all performances as the panel stops, since the panel will not see their results.
    func stop() {
        let slots = controls.slots + controls.delegated
        let runs = intents.running + slots.compactMap(\.run)
        for slot in slots { slot.run = nil }
        for run in runs {
            abandon(run)
            run.end(.failed("the panel stopped; whether it was done is not known"))
        }
        pending.end()
    }

    /// Ends a performance's question, call and timers.
    private func abandon(_ run: Performance) {
        questions.end(of: run, isConfirmed: false)
        run.cancel()
        intents.forget(run)
    }
}
