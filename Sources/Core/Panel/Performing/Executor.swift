import Configuration
import ControlModel
import EventLoop
import GPIO
import LocalAPI
import MonotonicTime

/// Performs controls: decides by the policy, starts the performance, and ends it exactly once.
///
/// ```
///   perform ── PerformanceTable ─┬─ refuse ──────▶ OutcomePresenter
///                                ├─ waitForPIN ──▶ PerformanceList
///                                ├─ prove ───────▶ Auditor (the disk), then the table again
///                                ├─ answer ──────▶ PerformanceList
///                                └─ begin ─┬─ BuiltInControl ────────┐
///                                          ├─ members, opened target ─┤
///                                          └─ IntentRunner ───────────┴─▶ finish
/// ```
/// The table decides. The executor carries out each effect before the next event, so that the feedback of one
/// performance is complete before another one begins.
@PanelActor
final class Executor {
    private let gate: AccessGate
    private let presenter: OutcomePresenter
    private let limits: TimeLimits
    private let scheduler: any Scheduler
    let performances: PerformanceList
    let interlocks: Interlocks
    let intents: IntentRunner
    private let opener: Opener
    /// Called before each performance with the control's name; it can replace the performance by a simulated result, or
    /// return `nil`.
    var override: (@PanelActor (_ control: String) -> PerformOverride?)?

    init(
        _ gate: AccessGate, _ surfaces: PanelSurfaces, _ reports: PanelReports, limits: TimeLimits,
        scheduler: any Scheduler
    ) {
        self.gate = gate
        self.limits = limits
        self.scheduler = scheduler
        presenter = OutcomePresenter(gate: gate, surfaces: surfaces, events: reports.events, scheduler: scheduler)
        performances = PerformanceList(gate, surfaces.lights, reports.events, limits: limits, scheduler: scheduler)
        interlocks = Interlocks(gate, performances, reports.faults, scheduler: scheduler)
        opener = Opener(gate, presenter)
        intents = IntentRunner(gate, presenter, opener, performances, limits: limits)
        performances.onPINAccepted = { [weak self] slot, isOn in self?.perform(slot, isOn: isOn, by: .panel) }
        interlocks.onTurnOff = { [weak self] slot, requester, options, asked in
            self?.perform(slot, isOn: false, by: requester, as: options, asked: asked)
        }
        opener.onFollowUp = { [weak self] slot, requester, options, completion in
            self?.perform(slot, by: requester, as: options, completion: completion)
        }
        intents.onEnd = { [weak self] run, slot, outcome in self?.finish(run, of: slot, outcome) }
    }

    private var controls: ControlSet { gate.controls }

    // MARK: Beginning

    /// The time that a program's request waits for the fresh value, about as long as a hold takes. After this time, the
    /// toggle is performed by its last value.
    private static let patience = Duration.seconds(1)

    /// Performs a control for a program. A toggle whose state lives outside the core (C42: pressing reloads) is reloaded
    /// first, except for a requested state, and when its value is younger than the interval of the reload limit.
    ///
    /// - Returns: `false` if the control does not exist; `completion` is not called then.
    func performFresh(
        _ control: String, isOn: Bool?, answers: [String: IntentValue], by requester: Requester,
        requestedAt: RequestTime? = nil, completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) -> Bool {
        guard let slot = controls[control] else { return false }
        guard isOn == nil, slot.run == nil, slot.snapshot.isOn != nil, let state = slot.outsideState,
            state.host.isReady, !state.isRecent
        else {
            perform(
                slot, isOn: isOn, answers: answers, by: requester, requestedAt: requestedAt, completion: completion)
            return true
        }
        let requestedAt = requestedAt ?? performances.clock
        let begin = { @PanelActor [weak self, weak slot] in
            guard let self, let slot, !state.isStopped else {
                return completion(.refused("the panel stopped, or is read again"))
            }
            perform(slot, answers: answers, by: requester, requestedAt: requestedAt, completion: completion)
        }
        let timer = scheduler.makeTimer(begin)
        timer.arm(at: scheduler.now.advanced(by: Self.patience))
        state.reload { _ in
            // A late value comes after the timer has performed the toggle by its last value.
            guard timer.deadline != nil else { return }
            timer.cancel()
            begin()
        }
        return true
    }

    /// Performs a control as a hold does. A toggle goes to the requested state, otherwise to the opposite of its
    /// current one.
    ///
    /// - Parameters:
    ///   - isOn: the requested state of a toggle.
    ///   - answers: values of the intent's parameters by name, for this performance only (C24).
    ///   - requestedAt: the moment of the touch; `nil` for now. A wait before the performance begins makes the request older.
    ///   - asked: the numbers of the entries that the audit trail has for this request.
    ///   - completion: called on the loop, once, with the outcome.
    func perform(
        _ slot: ControlSlot, isOn: Bool? = nil, answers: [String: IntentValue] = [:], by requester: Requester,
        as options: PerformanceOptions = [], requestedAt: RequestTime? = nil,
        asked: [Int64] = [], completion: (@PanelActor (PerformOutcome) -> Void)? = nil
    ) {
        let requestedAt = requestedAt ?? performances.clock
        let destination = slot.destination(isOn)
        let options = options.union(self.options(of: slot, for: requester))
        let access = AccessQuestion(
            needed: gate.neededAuthentication(of: slot, goingTo: destination), requester: requester,
            isPart: options.contains(.part), isDelegated: slot.isDelegated, isProved: options.contains(.provably),
            isPrivate: slot.isStatePrivate)
        let request = PerformanceTable.Request(
            control: ObjectIdentifier(slot), access: access, isPlain: isOn == nil && answers.isEmpty)
        // A missing authority reveals nothing private, and the requester gets a public reason in any case.
        func refuse(
            _ reason: String, isLacking: Bool = false, isPublic: Bool = false, asked: [Int64] = asked
        ) {
            presenter.refuse(slot, reason: reason, by: requester, as: options, isLacking: isLacking, asked: asked)
            let isShown = isLacking || isPublic || gate.shows(requester)
            completion?(
                .refused(isShown ? reason : slot.redacted(reason: reason), lacksAuthority: isLacking))
        }
        if let reason = requestedAt.refusal(at: performances.clock) { return refuse(reason, isPublic: true) }
        let effect = performances.request(
            request, obstacle: slot.absence ?? (slot.snapshot.isDisabled ? slot.redacted.failure ?? "disabled" : nil),
            objection: objection(to: slot, isOn: isOn, answers: answers))
        switch effect {
        case .refuse(let reason, let isLacking):
            // That a control has no action is no private state: its listed hint says the same to every client.
            refuse(reason, isLacking: isLacking, isPublic: reason == Self.onlyShows)
        case .waitForPIN(let reason):
            gate.auditor.waits(slot, by: requester)
            gate.auditor.leave(asked)
            completion?(.refused(reason))
            performances.wait(for: slot, goingTo: destination)
        case .prove(let id):
            let subject = options.contains(.silently) ? nil : slot.name
            gate.auditor.prove(access.needed, by: requester, of: subject) { [self] reason, asked in
                let isWaiting = performances.proved(id)
                // The panel may have stopped, or another requester may have removed or started the control meanwhile.
                guard controls.contains(slot) else {
                    gate.auditor.leave(asked)
                    completion?(.refused("the panel has changed meanwhile"))
                    return
                }
                guard isWaiting else {
                    return refuse("something else was done with it meanwhile", isPublic: true, asked: asked)
                }
                guard let reason else {
                    return perform(
                        slot, isOn: isOn, answers: answers, by: requester, as: options.union(.provably),
                        requestedAt: requestedAt, asked: asked, completion: completion)
                }
                refuse(reason)
                interlocks.settle(slot)
            }
        case .answer(let question):
            guard let run = slot.run else { return refuse(PerformanceTable.nothingWaits, isPublic: true) }
            gate.auditor.leave(asked)
            performances.confirm(question, of: run, by: requester) { [self] reason in
                if let reason { return refuse(reason, isPublic: true) }
                run.whenEnded(presenter.withoutPrivateWords(completion, of: slot, for: requester))
            }
        case .begin(let id, let isByUser):
            // A hold extends the unlocked period.
            if isByUser { gate.lock?.use() }
            // A hint stays until the hold performs (H6); the panel's own actions do not end it.
            if !requester.isPanelItself, !slot.isDelegated { presenter.clearHint() }
            let run = Performance(
                id, by: requester, at: requestedAt, of: slot, goingTo: destination, needing: access.needed, as: options)
            run.asked[slot.name] = asked
            run.right = gate.lastingRight(of: requester)
            run.beginning.wasPrivate = slot.hasPrivateWords
            run.whenEnded(presenter.withoutPrivateWords(completion, of: slot, for: requester))
            gate.auditor.record(run, of: slot, isOn: isOn)
            // The snapshot before the change has the status for the target state.
            run.beginning.status = slot.snapshot.status
            slot.run = run
            beginOverridden(run, of: slot, isOn: isOn, answers: answers)
        }
    }

    private func options(of slot: ControlSlot, for requester: Requester) -> PerformanceOptions {
        // An interlock's turning off reveals that the control was on.
        let options: PerformanceOptions = requester.isPanelItself && slot.isStatePrivate ? .privately : []
        return slot.role == .notice(.duress) ? options.union(.silently) : options
    }

    /// Why a control cannot be performed now; `nil` if it can.
    private func objection(to slot: ControlSlot, isOn: Bool?, answers: [String: IntentValue]) -> String? {
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
    }

    /// Why a control without an action is not performed.
    private static let onlyShows = "it only shows"

    /// Begins a performance, or a simulated failure or delay in its place.
    private func beginOverridden(
        _ run: Performance, of slot: ControlSlot, isOn: Bool?, answers: [String: IntentValue]
    ) {
        switch override?(slot.name) {
        case nil: begin(run, of: slot, isOn: isOn, answers: answers)
        case .fail(let words)?: finish(run, of: slot, .failed(words))
        case .delay(let delay)?:
            // The real time limit applies: the control's own, or that of an intent (C26: 30 s).
            let limit = limits.perform.map { slot.timeLimit ?? $0 }
            run.onDeadline = { [weak self, weak slot, weak run] isExceeded in
                guard let self, let slot, let run else { return }
                guard isExceeded, let limit else {
                    if let reason = performances.objection(toContinue: run) {
                        return finish(run, of: slot, .refused(reason, lacksAuthority: true))
                    }
                    return begin(run, of: slot, isOn: isOn, answers: answers)
                }
                finish(run, of: slot, .failed(TimeLimits.words(for: limit)))
                controls.reloadPlacements(ofKind: slot.kind)
            }
            performances.delay(run, by: delay, limit: limit)
            presenter.running(slot)
        }
    }

    private func begin(_ run: Performance, of slot: ControlSlot, isOn: Bool?, answers: [String: IntentValue]) {
        switch slot.origin {
        case .builtIn(let control):
            begin(run, of: slot, control, isOn: isOn)
        case .remote(let control):
            // The sensor decides the target state; the remote control may have another view of the state.
            let isOn = slot.sensor == nil ? isOn : isOn ?? slot.snapshot.isOn.map { !$0 }
            intents.begin(run, of: slot, control, isOn: isOn, answers: answers)
        case .gone(let reason): finish(run, of: slot, .failed(reason))
        }
    }

    private func begin(
        _ run: Performance, of slot: ControlSlot, _ control: (any BuiltInControl)?, isOn: Bool?
    ) {
        switch slot.declaration?.action {
        case .set(let members):
            begin(run, of: slot, members: members)
        case .open(let view):
            finish(run, of: slot, .performed(opens: opener.open(view, for: run, of: slot)))
        case .lock:
            gate.lock?.lock(by: gate.auditor.actor(of: run.requester))
            finish(run, of: slot, .performed())
        case .show: finish(run, of: slot, .failed(Self.onlyShows))
        case .toggleLine, .pulse, .timer, .delegated, nil:
            guard let control else { return finish(run, of: slot, .failed(Self.onlyShows)) }
            (control as? TimerToggle)?.right = run.right
            do throws(GPIOError) {
                try control.perform(isOn ?? slot.snapshot.isOn.map { !$0 })
                finish(run, of: slot, .performed())
            } catch {
                finish(run, of: slot, .failed(error.description))
            }
        }
    }

    /// Performs the members in parallel, and ends with their results.
    private func begin(_ run: Performance, of slot: ControlSlot, members: [SceneMember]) {
        let slots = members.map { member in (member, controls.all(member.kind)) }
        performances.beginMembers(run, count: slots.reduce(0) { $0 + max(1, $1.1.count) })
        for (order, (member, others)) in slots.enumerated() {
            if others.isEmpty { memberEnded("'\(member.kind)' is not there", order, run) }
            for other in others {
                let name = other.redacted.displayName
                // A button is performed for `on`. The parser does not know extensions' controls, so `off` for a button is
                // refused here.
                let isOn = other.snapshot.isOn == nil && member.isOn ? nil : member.isOn
                // The requester was authorized for the whole scene; only intents that follow a member are checked on
                // their own.
                let options = run.options.intersection(.silently).union(.part)
                perform(
                    other, isOn: isOn, by: run.requester, as: options, requestedAt: run.requestedAt
                ) { [weak self] outcome in
                    self?.memberEnded(outcome.failure.map { "'\(name)': \(other.redacted(reason: $0))" }, order, run)
                }
            }
        }
        memberEnded(nil, 0, run)
        if slot.run === run { presenter.running(slot) }
    }

    /// Notes the end of a member, or of the start, and ends the scene with the last one.
    private func memberEnded(_ failure: String?, _ order: Int, _ run: Performance) {
        if let failure { run.memberFailures.append((order, failure)) }
        guard performances.memberEnded(run), let slot = run.control, slot.run === run else { return }
        let failures = run.memberFailures.sorted { $0.order < $1.order }.map(\.text)
        finish(run, of: slot, failures.isEmpty ? .performed() : .failed(failures.joined(separator: "; ")))
    }

    // MARK: Ending

    /// Ends a performance: reports the outcome, and shows the actual state, never the requested one (C27, C42).
    private func finish(_ run: Performance, of slot: ControlSlot, _ outcome: PerformOutcome) {
        guard slot.run === run, performances.end(run) else { return }
        var outcome = outcome
        outcome.returned = run.chain.returned
        slot.run = nil
        slot.last = .init(failure: outcome.failure, asked: outcome.request?.parameter)
        // The flash comes before the new state, so that the light does not show the new state in between.
        presenter.ended(outcome, of: slot, as: run.options)
        switch slot.origin {
        case .builtIn: controls.reload(slot, after: run)
        // The remote control's value has come with the reply, or has been requested.
        case .remote, .gone: controls.refresh(slot, after: run)
        }
        interlocks.settle(slot)
        slot.readout?.reload()
        presenter.showResult(outcome, of: run, slot)
        run.end(outcome)
    }

    /// Ends the performance of a control that the panel no longer has.
    func end(_ slot: ControlSlot, _ words: String) {
        guard let run = slot.run else { return }
        slot.run = nil
        if performances.end(run) { run.end(.failed(words)) }
    }

    /// Ends all performances as the panel stops, since the panel will not see their results.
    func stop() {
        let slots = controls.slots + controls.delegated
        let runs = performances.running + slots.compactMap(\.run)
        for slot in slots { slot.run = nil }
        for run in runs where performances.end(run) {
            run.end(.failed("the panel stopped; whether it was done is not known"))
        }
        performances.dropRequests()
    }
}
