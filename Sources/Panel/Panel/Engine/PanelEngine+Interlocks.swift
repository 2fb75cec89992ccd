import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Controls that must not be on beside others (`interlock`).
extension PanelEngine {
    /// Why a control may not go on now; what is not known to be off counts as on.
    func interlock(of control: ControlDescription, goesOn: Bool) -> String? {
        guard goesOn else { return nil }
        for kind in control.interlock {
            let others = controls.all(kind)
            if others.isEmpty { return "it is not known whether '\(kind)' is on" }
            for other in others {
                let name = other.redacted.displayName
                if other.snapshot.freshness != .fresh { return "it is not known whether '\(name)' is on" }
                // The refusal itself says that one is on; the words do not name a private one.
                if other.isInEffect { return other.isStatePrivate ? "not now" : "not while '\(name)' is on" }
            }
        }
        return nil
    }

    /// Turns off the controls that must not be on beside one that has come into effect. Turns that one off, too, where its
    /// own interlock names a control that is on.
    ///
    /// The panel turns off what needs no PIN, and otherwise only what the person who turned the control on could turn off.
    /// A control that stays on beside the other is a fault. Only the change into effect counts: a state that is told again
    /// turns off nothing, so that two controls that exclude each other do not set each other off for ever.
    ///
    /// - Parameter run: the performance that has just ended and may have turned `slot` on.
    func enforceInterlocks(with slot: ControlSlot, after run: Performance?) {
        let isInEffect = slot.isKnownInEffect
        let hasComeIntoEffect = isInEffect && !slot.exclusion.wasInEffect
        slot.exclusion.wasInEffect = isInEffect
        let others =
            interlockedKinds.contains(slot.kind)
            ? controls.slots.filter { $0 !== slot && $0.declaration?.interlock.contains(slot.kind) == true } : []
        if hasComeIntoEffect {
            let requester = consequence(of: slot.run ?? run)
            for other in others { other.exclusion.call(for: requester) }
            // The others that exclude it give way by their own interlock.
            let staying = excluders(of: slot).filter { $0.declaration?.interlock.contains(slot.kind) != true }
            if !staying.isEmpty { slot.exclusion.call(for: requester) }
        }
        for other in others + [slot] {
            turnOffIfDue(other)
            showInterlockFault(of: other)
        }
    }

    /// The controls in effect that a control must not be on beside, without those that are about to go off.
    private func excluders(of slot: ControlSlot) -> [ControlSlot] {
        (slot.declaration?.interlock ?? []).flatMap { controls.all($0) }
            .filter { $0 !== slot && $0.isKnownInEffect && !$0.isGivingWay }
    }

    /// The panel itself, with the rights of the person whose performance had this consequence.
    private func consequence(of run: Performance?) -> Requester {
        // A person who turned a control off has no part in its going on.
        guard let run, run.goesOn != false, run.allowed > .none else { return .itself }
        return .consequence(allowed: run.allowed, actor: actor(of: run.requester))
    }

    /// Turns a control off that its interlock is to turn off, once nothing else is performed with it.
    func turnOffIfDue(_ slot: ControlSlot) {
        guard let requester = slot.exclusion.due, slot.run == nil, !slot.exclusion.isProving else { return }
        slot.exclusion.due = nil
        // The interlock does not wait for the disk's answer to a person's request.
        slot.endProof()
        guard slot.snapshot.isOn == true, !excluders(of: slot).isEmpty else { return }
        let needed = neededAuthentication(of: slot, goingTo: false)
        guard may(requester, perform: needed) else { return }
        slot.exclusion.requester = requester
        // People have the fault, and need not hear of each try.
        let manner: PerformanceManner = slot.exclusion.hasFailed ? .quietly : []
        guard needed > .none, let audit = lock?.audit, actor(of: requester) != .trustedButton else {
            return perform(slot, isOn: false, by: requester, as: manner)
        }
        // A guarded control is not turned off unrecorded.
        let proof = PendingProof()
        slot.proof = proof
        slot.exclusion.isProving = true
        audit.prove { [weak self, weak slot] error in
            guard let self, let slot, slot.proof === proof else { return }
            slot.endProof()
            if error != nil {
                slot.exclusion.hasFailed = true
            } else if controls.slots.contains(where: { $0 === slot }), !excluders(of: slot).isEmpty {
                perform(slot, isOn: false, by: requester, as: manner)
            }
            turnOffIfDue(slot)
            showInterlockFault(of: slot)
        }
    }

    /// Shows whether a control stays on beside one that excludes it, and tries again to turn it off where it may.
    ///
    /// A control that the panel may turn off has the fault once a second try has failed: a sensor, for one, tells the new
    /// state later.
    func showInterlockFault(of slot: ControlSlot) {
        guard slot.declaration?.interlock.isEmpty == false else { return }
        let part = PanelFault.Part.interlock(slot.kind)
        let others = slot.snapshot.isOn == true ? excluders(of: slot) : []
        guard !others.isEmpty else {
            slot.exclusion.endRetries()
            return end(part)
        }
        // A fault stays while the control is being turned off, or each try would be news.
        guard !slot.isGivingWay, slot.run == nil, slot.exclusion.mustGiveWay else { return }
        let needed = neededAuthentication(of: slot, goingTo: false)
        let isTriedAgain = may(slot.exclusion.requester, perform: needed)
        if isTriedAgain {
            // A free control whose state is not known is shown as stale, which is enough.
            guard slot.snapshot.freshness == .fresh else { return }
            retryTurningOff(slot)
            guard slot.exclusion.hasFailed || slot.failure != nil else { return }
        }
        // A fault that names a private control tells its state. The fault leaves the private control out where others are there.
        let shown = others.filter { !$0.isStatePrivate }
        let named = shown.isEmpty ? others : shown
        let cause = PanelFault.Cause.interlock(
            slot.redacted.displayName, beside: named.map(\.redacted.displayName), isTriedAgain: isTriedAgain)
        begin(PanelFault(part: part, cause: cause, isPrivate: slot.isStatePrivate || shown.isEmpty))
    }

    private func retryTurningOff(_ slot: ControlSlot) {
        guard slot.exclusion.timer == nil else { return }
        slot.exclusion.timer = scheduler.makeTimer { [weak self, weak slot] in
            guard let self, let slot else { return }
            slot.exclusion.timer = nil
            slot.exclusion.hasFailed = true
            slot.exclusion.call(for: slot.exclusion.requester)
            turnOffIfDue(slot)
            showInterlockFault(of: slot)
        }
        slot.exclusion.timer?.arm(at: scheduler.now.advanced(by: slot.exclusion.delay.next()))
    }
}

extension ControlSlot {
    /// Whether it is on, on its way there, or its sensor says so, and not only by the preview of an extension.
    var isKnownInEffect: Bool {
        isInEffect && (sensor != nil || run != nil || carrier.map { $0.valueTime != nil } ?? true)
    }

    /// Whether the control is about to go off: by its interlock, or by anybody else.
    var isGivingWay: Bool { run?.goesOn == false || exclusion.due != nil || exclusion.isProving }

    /// The disk has answered, or its answer counts no more.
    func endProof() {
        proof = nil
        exclusion.isProving = false
    }
}

/// The state of an interlock of a control that must not be on beside others.
struct InterlockState {
    /// Whether the control was in effect when its state was looked at last.
    var wasInEffect = false
    /// The requester on whose behalf the panel turns it off as soon as it can; `nil` where it does not.
    var due: Requester?
    /// Whether it is the control that has to go off, of two that exclude each other.
    private(set) var mustGiveWay = false
    /// The requester of the last try.
    var requester = Requester.itself
    /// Whether the disk is asked to take a write before the control is turned off.
    var isProving = false
    /// Whether a try has failed.
    var hasFailed = false
    /// When the panel tries again to turn it off.
    var timer: PanelTimer?
    /// The times between two tries: 1, 2, 4 … 60 s.
    var delay = RetryDelay()

    /// Another control has come into effect, and this one has to go off.
    mutating func call(for requester: Requester) {
        due = requester
        mustGiveWay = true
    }

    /// It is off, or nothing that excludes it is on.
    @PanelActor
    mutating func endRetries() {
        timer?.cancel()
        timer = nil
        delay.reset()
        hasFailed = false
        mustGiveWay = due != nil
        requester = .itself
    }
}
