import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Controls that must not be on together with others (`interlock`).
extension PanelEngine {
    /// Why a control may not turn on now. An unknown state counts as on.
    func interlock(of control: ControlDescription, goesOn: Bool) -> String? {
        guard goesOn else { return nil }
        for kind in control.interlock {
            let others = controls.all(kind)
            if others.isEmpty { return "it is not known whether '\(kind)' is on" }
            for other in others {
                let name = other.redacted.displayName
                if other.snapshot.freshness != .fresh { return "it is not known whether '\(name)' is on" }
                // The refusal itself reveals that another control is on, but the words do not name a private control.
                if other.isInEffect { return other.isStatePrivate ? "not now" : "not while '\(name)' is on" }
            }
        }
        return nil
    }

    /// Turns off the controls that must not be on together with `slot`, after `slot` has come into effect. `slot`
    /// itself is turned off, too, if its own interlock names a control that is on.
    ///
    /// The panel turns off controls that need no PIN. For other controls it needs the rights of the person who turned
    /// `slot` on. A control that stays on is a fault.
    ///
    /// Only the change into effect counts, and a repeated state turns nothing off. Otherwise two controls that exclude
    /// each other would trigger each other for ever.
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
            // Controls whose own interlock names `slot` give way themselves.
            let staying = excluders(of: slot).filter { $0.declaration?.interlock.contains(slot.kind) != true }
            if !staying.isEmpty { slot.exclusion.call(for: requester) }
        }
        for other in others + [slot] {
            turnOffIfDue(other)
            showInterlockFault(of: other)
        }
    }

    /// The controls in effect that exclude `slot`, without those that are about to turn off.
    private func excluders(of slot: ControlSlot) -> [ControlSlot] {
        (slot.declaration?.interlock ?? []).flatMap { controls.all($0) }
            .filter { $0 !== slot && $0.isKnownInEffect && !$0.isGivingWay }
    }

    /// The panel itself, with the rights of the person whose performance caused the action.
    private func consequence(of run: Performance?) -> Requester {
        // A person who turned a control off is not responsible when the control turns on.
        guard let run, run.goesOn != false, run.allowed > .none else { return .itself }
        return .consequence(allowed: run.allowed, actor: actor(of: run.requester))
    }

    /// Turns off a control if its interlock demands it, as soon as no other action on the control is in progress.
    func turnOffIfDue(_ slot: ControlSlot) {
        guard let requester = slot.exclusion.due, slot.run == nil, !slot.exclusion.isProving else { return }
        slot.exclusion.due = nil
        // The interlock does not wait for the proof that a person's request has started.
        slot.endProof()
        guard slot.snapshot.isOn == true, !excluders(of: slot).isEmpty else { return }
        let needed = neededAuthentication(of: slot, goingTo: false)
        guard may(requester, perform: needed) else { return }
        slot.exclusion.requester = requester
        // The fault is already shown, so the retries are silent.
        let manner: PerformanceManner = slot.exclusion.hasFailed ? .quietly : []
        guard needed > .none, let audit = lock?.audit, actor(of: requester) != .trustedButton else {
            return perform(slot, isOn: false, by: requester, as: manner)
        }
        // The turning off of a guarded control must be recorded.
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

    /// Shows or ends the interlock fault of a control, and schedules the next try.
    ///
    /// A control that the panel may turn off gets the fault after a second failed try: a sensor, for example, reports
    /// the new state late.
    func showInterlockFault(of slot: ControlSlot) {
        guard slot.declaration?.interlock.isEmpty == false else { return }
        let part = PanelFault.Part.interlock(slot.kind)
        let others = slot.snapshot.isOn == true ? excluders(of: slot) : []
        guard !others.isEmpty else {
            slot.exclusion.endRetries()
            return end(part)
        }
        // The fault stays while the control is being turned off; otherwise each try would report it again.
        guard !slot.isGivingWay, slot.run == nil, slot.exclusion.mustGiveWay else { return }
        let needed = neededAuthentication(of: slot, goingTo: false)
        let isTriedAgain = may(slot.exclusion.requester, perform: needed)
        if isTriedAgain {
            // A free control with an unknown state is shown as stale, which is enough.
            guard slot.snapshot.freshness == .fresh else { return }
            retryTurningOff(slot)
            guard slot.exclusion.hasFailed || slot.failure != nil else { return }
        }
        // A fault that names a private control reveals its state. The fault leaves out private controls if it can name
        // others.
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
    /// Whether the control is on, is about to turn on, or its sensor reads active; an extension's preview does not
    /// count.
    var isKnownInEffect: Bool {
        isInEffect && (sensor != nil || run != nil || carrier.map { $0.valueTime != nil } ?? true)
    }

    /// Whether the control is about to turn off, by its interlock or by a request.
    var isGivingWay: Bool { run?.goesOn == false || exclusion.due != nil || exclusion.isProving }

    /// Drops the awaited proof: it has arrived or is no longer needed.
    func endProof() {
        proof = nil
        exclusion.isProving = false
    }
}

/// The interlock's state of a control that must not be on together with others.
struct InterlockState {
    /// Whether the control was in effect at the last check.
    var wasInEffect = false
    /// The requester for whom the panel turns the control off as soon as possible; `nil` if nothing is due.
    var due: Requester?
    /// Whether this control has to turn off, of two that exclude each other.
    private(set) var mustGiveWay = false
    /// The requester of the last try.
    var requester = Requester.itself
    /// Whether a proof by the disk is awaited before the control is turned off.
    var isProving = false
    /// Whether a try has failed.
    var hasFailed = false
    /// Fires at the next try.
    var timer: PanelTimer?
    /// The times between tries: 1, 2, 4 … 60 s.
    var delay = RetryDelay()

    /// Demands that the control turns off, since another control has come into effect.
    mutating func call(for requester: Requester) {
        due = requester
        mustGiveWay = true
    }

    /// Ends the tries: the control is off, or no excluding control is on.
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
