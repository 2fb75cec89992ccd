import Configuration
import ControlModel
import EventLoop
import GPIO
import Indicators
import LocalAPI
import MonotonicTime

/// Performing controls, and showing the results.
extension PanelEngine {
    /// Performs a control as a hold does. A toggle goes to the requested state, otherwise to the opposite of its
    /// current one.
    ///
    /// - Parameters:
    ///   - control: the control's key, kind, name or place.
    ///   - isOn: the requested state of a toggle.
    ///   - answers: values of the intent's parameters by name, for this performance only (C24).
    ///   - completion: called on the loop, once, with the outcome.
    /// - Returns: `false` if the control does not exist; `completion` is not called then.
    @discardableResult
    public func perform(
        _ control: String, isOn: Bool? = nil, answers: [String: IntentValue] = [:],
        completion: (@PanelActor (PerformOutcome) -> Void)? = nil
    ) -> Bool {
        perform(control, isOn: isOn, answers: answers, by: .panel, completion: completion)
    }

    func perform(
        _ control: String, isOn: Bool?, answers: [String: IntentValue], by requester: Requester,
        completion: (@PanelActor (PerformOutcome) -> Void)?
    ) -> Bool {
        guard let slot = controls[control] else { return false }
        perform(slot, isOn: isOn, answers: answers, by: requester, completion: completion)
        return true
    }

    func perform(
        _ slot: ControlSlot, isOn: Bool? = nil, answers: [String: IntentValue] = [:], by requester: Requester,
        as manner: PerformanceManner = [], completion: (@PanelActor (PerformOutcome) -> Void)? = nil
    ) {
        var manner = manner
        // An interlock's turning off reveals that the control was on.
        if requester.isPanelItself, slot.isStatePrivate { manner.insert(.privately) }
        if isOfDuress(slot) { manner.insert(.silently) }
        let isPart = manner.contains(.part)
        let needed = neededAuthentication(of: slot, goingTo: destination(of: slot, wish: isOn))
        let access = decide(
            AccessQuestion(
                needed: needed, requester: requester, isPart: isPart, isDelegated: isErrand(slot),
                isProved: manner.contains(.provably), isPrivate: slot.isStatePrivate))
        // A broken disk must not hide that the requester lacks the authority.
        let lacking = isPart ? nil : lackingReason(to: needed, for: requester)
        // A second hold answers the question (C24). A request with a state or a value is another performance and no
        // answer, and the panel itself gives no answers.
        if let run = slot.run, run.confirmation != nil, isOn == nil, answers.isEmpty, lacking == nil,
            !requester.isPanelItself
        {
            if let reason = lackingReason(to: run.needed, for: requester) {
                refuse(slot, reason: reason, by: requester, as: manner, isLacking: true)
                completion?(.refused(reason))
                return
            }
            confirm(run, by: requester) { [self] reason in
                guard let reason else {
                    return run.whenEnded(withoutPrivateReturn(completion, of: slot, for: requester))
                }
                refuse(slot, reason: reason, by: requester, as: manner)
                completion?(.refused(reason))
            }
            return
        }
        // The reason may reveal a private state, so a requester without the rights does not get it.
        let objection =
            lacking != nil && slot.isStatePrivate
            ? nil
            : objection(to: slot, isOn: isOn, answers: answers)
                ?? (slot.proof != nil && mustBeProved(needed, by: requester) ? Self.stillRunning : nil)
                ?? (access == .cannotBeWritten ? AccessPolicy.cannotBeWritten : nil)
        if let reason = objection {
            refuse(slot, reason: reason, by: requester, as: manner)
            completion?(.refused(sees(requester.viewpoint) ? reason : slot.redacted(reason: reason)))
            return
        }
        if let reason = lacking {
            guard case .waitsForPIN = access else {
                refuse(slot, reason: reason, by: requester, as: manner, isLacking: true)
                completion?(.refused(reason))
                return
            }
            noteRefusal(of: slot, reason: Self.waitsForPIN, by: requester)
            // The requester gets a refusal; the later performance is shown.
            completion?(.refused(reason))
            wait(for: slot, isOn: isOn)
            return
        }
        if access == .allowedOnceProved {
            let proof = PendingProof()
            slot.proof = proof
            proveAudit(of: needed, by: requester) { [self] reason in
                // The panel may have stopped, or another requester may have removed or started the control meanwhile.
                guard controls.slots.contains(where: { $0 === slot }) || isErrand(slot) else {
                    completion?(.refused("the panel has changed meanwhile"))
                    return
                }
                guard slot.proof === proof else {
                    let reason = "something else was done with it meanwhile"
                    refuse(slot, reason: reason, by: requester, as: manner)
                    completion?(.refused(reason))
                    return
                }
                slot.endProof()
                guard let reason else {
                    return perform(
                        slot, isOn: isOn, answers: answers, by: requester, as: manner.union(.provably),
                        completion: completion)
                }
                refuse(slot, reason: reason, by: requester, as: manner)
                completion?(.refused(sees(requester.viewpoint) ? reason : slot.redacted(reason: reason)))
                turnOffIfDue(slot)
                showInterlockFault(of: slot)
            }
            return
        }
        // A hold replaces a waiting control, and extends the unlocked period.
        if requester == .panel || requester == .trusted, !isPart, !isErrand(slot) {
            endPending()
            lock?.use()
        }
        // A hint stays until the hold performs (H6); the panel's own actions do not end it.
        if !requester.isPanelItself, !isErrand(slot) { displays.clearHint() }
        let run = Performance()
        run.control = slot
        run.requester = requester
        run.needed = needed
        run.allowed = AccessPolicy.allowance(of: requester, isUnlocked: isUnlocked)
        run.manner = manner
        run.goesOn = destination(of: slot, wish: isOn)
        run.wasPrivate = slot.hidesReturn
        run.whenEnded(withoutPrivateReturn(completion, of: slot, for: requester))
        audit(run, of: slot, isOn: isOn)
        // The snapshot before the change has the status for the target state.
        run.status = slot.snapshot.status
        slot.run = run
        slot.endProof()
        switch performOverride?(slot.name) {
        case nil: begin(run, of: slot, isOn: isOn, answers: answers)
        case .fail(let words): finish(run, of: slot, .failed(words))
        case .delay(let delay):
            // The real time limit applies: the control's own, or that of an intent (C26: 30 s).
            let limit = limits.perform.map { slot.timeLimit ?? $0 }
            let exceeded = limit.flatMap { $0 < delay ? $0 : nil }
            run.timer = scheduler.makeTimer { [weak self, weak slot] in
                guard let self, let slot, slot.run === run else { return }
                if let exceeded {
                    finish(run, of: slot, .failed(Self.words(forLimit: exceeded)))
                    reloadPlacements(ofKind: slot.kind)
                } else {
                    run.delay = delay
                    begin(run, of: slot, isOn: isOn, answers: answers)
                }
            }
            run.timer?.arm(at: scheduler.now.advanced(by: exceeded ?? delay))
            showRunning(slot)
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
            if let reason = interlock(of: declaration, goesOn: isOn ?? slot.snapshot.isOn.map { !$0 } ?? true) {
                return reason
            }
        }
        return slot.carrier.flatMap { objection(to: $0, isOn: isOn, answers: answers, asked: slot.asked) }
            .map { slot.redacted(reason: $0) }
    }

    /// Why a running control is not performed again (C25: one action at a time).
    private static let stillRunning = "still running"

    /// The audit trail's reason for a hold that waits for its PIN; `holdfast log` depends on these words.
    private static let waitsForPIN = "it waits for a PIN"

    /// Why a control without an action is not performed.
    static let onlyShows = "it only shows"

    private func begin(_ run: Performance, of slot: ControlSlot, isOn: Bool?, answers: [String: IntentValue]) {
        switch slot.origin {
        case .builtIn(let description, let control):
            begin(run, of: slot, description, control, isOn: isOn)
        case .handedOver(_, let control), .extension(let control):
            // The sensor decides the target state; the remote control may have another view of the state.
            let wish = slot.sensor == nil ? isOn : isOn ?? slot.snapshot.isOn.map { !$0 }
            begin(run, of: slot, control, isOn: wish, answers: answers)
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
            let target = target(of: view)
            tellOpened(target, for: run, of: slot)
            show(view, for: run)
            // The authorization of this control included the action that follows.
            if let errand = errand(openedAs: target) { carryOut(errand, openedBy: run, of: slot) }
            finish(run, of: slot, .performed(opens: target))
        case .lock:
            lockPanel(by: actor(of: run.requester))
            finish(run, of: slot, .performed())
        case .show: finish(run, of: slot, .failed(Self.onlyShows))
        case .toggleLine, .pulse, .timer, .handedOver:
            (control as? TimerToggle)?.allowed = run.allowed
            do throws(GPIOError) {
                try control.perform(wish: isOn ?? slot.snapshot.isOn.map { !$0 })
                finish(run, of: slot, .performed())
            } catch {
                finish(run, of: slot, .failed(error.description))
            }
        }
    }

    /// Reports that a control has begun a performance that takes a while.
    func showRunning(_ slot: ControlSlot) {
        let event = PanelEvent.performing(kind: slot.name)
        let manner = slot.run?.manner ?? []
        if !manner.contains(.silently) { report(event, redacted: manner.contains(.privately) ? nil : event) }
        refresh(slot)
    }

    /// Ends a performance: reports the outcome, and shows the actual state, never the requested one (C27, C42).
    func finish(_ run: Performance, of slot: ControlSlot, _ outcome: PerformOutcome) {
        forget(run)
        guard slot.run === run else { return }
        var outcome = outcome
        outcome.returned = run.returned
        slot.run = nil
        slot.failure = outcome.failure
        slot.asked = outcome.request?.parameter
        if !run.manner.contains(.silently) { report(outcome, of: slot, isTold: !run.manner.contains(.privately)) }
        // The flash comes before the new state, so that the light does not show the new state in between.
        if isShown(run.manner) {
            flash(outcome.failure == nil ? .performed : .failed, on: slot)
            soundOutcome(of: slot, isRight: outcome.failure == nil)
        }
        switch slot.origin {
        case .builtIn: reload(slot, after: run)
        // The remote control's value has come with the reply, or has been requested.
        case .handedOver, .extension, .gone: refresh(slot, after: run)
        }
        turnOffIfDue(slot)
        showInterlockFault(of: slot)
        slot.readout?.reload()
        if let failure = outcome.failure {
            showReason(failure, redacted: slot.redacted(reason: failure), of: slot, as: run.manner)
        } else if isShown(run.manner) {
            showResult(of: run, slot)
        }
        remember(run, of: slot, outcome)
        run.end(outcome)
    }

    /// Whether lights, sounds and a status respond to a performance with these options. For a private state, people in
    /// front of an unlocked panel see the new state itself.
    private func isShown(_ manner: PerformanceManner) -> Bool {
        manner.isDisjoint(with: [.silently, .privately, .quietly])
    }

    /// - Parameter isTold: whether viewers who may not see private content receive the event.
    private func report(_ outcome: PerformOutcome, of slot: ControlSlot, isTold: Bool) {
        let redacted: PanelEvent =
            outcome.failure.map { .failed(kind: slot.name, reason: slot.redacted(reason: $0)) }
            ?? .performed(kind: slot.name)
        report(
            outcome.failure.map { .failed(kind: slot.name, reason: $0) } ?? .performed(kind: slot.name),
            redacted: isTold ? redacted : nil)
    }

    /// - Parameter isLacking: whether the reason is a missing PIN, which reveals nothing private.
    func refuse(
        _ slot: ControlSlot, reason: String, by requester: Requester, as manner: PerformanceManner,
        isLacking: Bool = false
    ) {
        guard !manner.contains(.silently) else { return }
        noteRefusal(of: slot, reason: reason, by: requester)
        let redacted = isLacking ? reason : slot.redacted(reason: reason)
        report(
            .refused(kind: slot.name, reason: reason),
            redacted: manner.contains(.privately) ? nil : .refused(kind: slot.name, reason: redacted))
        guard isShown(manner) else { return }
        flash(.failed, on: slot)
        soundOutcome(of: slot, isRight: false)
        // The program has its reply. On the panel, its repeated requests would hide the response to a user's hold.
        if case .program = requester { return }
        // The reason responds to a hold, so it replaces the hint of a tap.
        if !requester.isPanelItself { displays.clearHint() }
        showReason(reason, redacted: redacted, of: slot, as: manner)
    }

    /// Shows a refused or failed control with the reason, as a status.
    ///
    /// A scene names its members' reasons itself. A failed notification is not shown to a person at the door; the log
    /// contains it.
    private func showReason(_ reason: String, redacted: String, of slot: ControlSlot, as manner: PerformanceManner) {
        guard isShown(manner), !manner.contains(.part), !isSound(slot), !isNotice(slot) else { return }
        displays.showStatus(
            "\(slot.snapshot.displayName): \(reason)", redacted: "\(slot.redacted.displayName): \(redacted)")
    }

    static func words(forLimit limit: Duration) -> String {
        let isWhole = limit.components.attoseconds == 0
        return "not finished within "
            + (isWhole ? "\(limit.components.seconds) s" : "\(limit.nanoseconds / 1_000_000) ms")
    }

    // MARK: Reloading

    /// Reloads a control's current state and shows it (C42); a kind reloads all its placements.
    ///
    /// - Returns: `false` if the control does not exist.
    @discardableResult
    public func reload(_ control: String) -> Bool {
        let slots = controls.all(control)
        for slot in slots { reload(slot) }
        return !slots.isEmpty
    }

    /// Reloads the current state of all controls.
    public func reloadAll() {
        for slot in controls.slots { reload(slot) }
    }

    func reload(_ slot: ControlSlot, after run: Performance? = nil) {
        switch slot.origin {
        case .builtIn(_, let control):
            do throws(GPIOError) {
                try control.reload()
                slot.isLineLost = false
            } catch {
                // The last value stays, marked as stale (C44).
                slot.isLineLost = true
            }
            refresh(slot, after: run)
        case .handedOver, .extension, .gone: break
        }
        for control in slot.remotes { control.reload() }
    }

    /// Makes a new snapshot of a control, and reports and shows a change.
    ///
    /// - Parameter run: the performance that has just ended and may have changed the control; `nil` without one.
    func refresh(_ slot: ControlSlot, after run: Performance? = nil) {
        guard let isNewsRedacted = slot.update(at: scheduler.now), !isErrand(slot) else { return }
        report(
            .controlChanged(slot.snapshot, name: slot.name),
            redacted: isNewsRedacted ? .controlChanged(slot.redacted, name: slot.name) : nil)
        showState(of: slot)
        showFault(of: slot)
        enforceInterlocks(with: slot, after: run)
    }
}
