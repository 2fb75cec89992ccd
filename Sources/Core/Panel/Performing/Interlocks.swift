import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Turns controls off that must not be on together with others (`interlock`).
@PanelActor
final class Interlocks {
    private let gate: AccessGate
    private let performances: PerformanceList
    private let faults: FaultList
    private let scheduler: any Scheduler
    /// The kinds named in interlocks.
    private let kinds: Set<String>
    private var states: [ControlReference: InterlockState] = [:]
    /// Turns a control off.
    var onTurnOff: (@PanelActor (ControlSlot, Requester, PerformanceOptions, _ asked: [Int64]) -> Void)?

    init(_ gate: AccessGate, _ performances: PerformanceList, _ faults: FaultList, scheduler: any Scheduler) {
        self.gate = gate
        self.performances = performances
        self.faults = faults
        self.scheduler = scheduler
        kinds = Set(gate.controls.description.controls.flatMap(\.interlock))
    }

    private var controls: ControlSet { gate.controls }

    /// Whether the control takes part in an interlock.
    private func isInvolved(_ slot: ControlSlot) -> Bool {
        kinds.contains(slot.kind) || slot.declaration?.interlock.isEmpty == false
    }

    private subscript(_ slot: ControlSlot) -> InterlockState {
        get { states[slot.reference] ?? InterlockState() }
        set { states[slot.reference] = newValue }
    }

    /// Ends all tries, as the panel stops.
    func stop() {
        for reference in states.keys { states[reference]?.endRetries() }
        states = [:]
    }

    /// Why a control may not turn on now. An unknown state counts as on.
    func objection(to control: ControlDescription, goesOn: Bool) -> String? {
        guard goesOn else { return nil }
        for kind in control.interlock {
            let others = controls.all(kind)
            if others.isEmpty { return "it is not known whether '\(kind)' is on" }
            for other in others {
                let name = other.redacted.displayName
                if other.snapshot.freshness != .fresh { return "it is not known whether '\(name)' is on" }
                // The refusal itself reveals that another control is on, but the words do not name a private control.
                if other.isInEffect {
                    return other.isStatePrivate ? "not now" : "not while '\(name)' is \(other.wordForOn)"
                }
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
    func enforce(with slot: ControlSlot, after run: Performance?) {
        guard isInvolved(slot) else { return }
        let isInEffect = slot.isKnownInEffect
        let hasComeIntoEffect = isInEffect && !self[slot].wasInEffect
        self[slot].wasInEffect = isInEffect
        let others =
            kinds.contains(slot.kind)
            ? controls.slots.filter { $0 !== slot && $0.declaration?.interlock.contains(slot.kind) == true } : []
        if hasComeIntoEffect {
            let requester = consequence(of: slot.run ?? run)
            for other in others { self[other].call(for: requester) }
            // Controls whose own interlock names `slot` give way themselves.
            let staying = excluders(of: slot).filter { $0.declaration?.interlock.contains(slot.kind) != true }
            if !staying.isEmpty { self[slot].call(for: requester) }
        }
        for other in others + [slot] {
            settle(other)
        }
    }

    /// The controls in effect that exclude `slot`, without those that are about to turn off.
    private func excluders(of slot: ControlSlot) -> [ControlSlot] {
        (slot.declaration?.interlock ?? []).flatMap { controls.all($0) }
            .filter { $0 !== slot && $0.isKnownInEffect && !isGivingWay($0) }
    }

    /// The panel itself, with the rights of the person whose performance caused the action.
    private func consequence(of run: Performance?) -> Requester {
        // A person who turned a control off is not responsible when the control turns on.
        guard let run, run.goesOn != false, run.right.allowed > .none else { return .itself }
        return .consequence(run.right, actor: gate.auditor.actor(of: run.requester))
    }

    /// Turns off a control if its interlock demands it, as soon as no other action on the control is in progress.
    private func turnOffIfDue(_ slot: ControlSlot) {
        guard let requester = self[slot].due, performances.makeWay(slot) else { return }
        self[slot].due = nil
        guard slot.snapshot.isOn == true, !excluders(of: slot).isEmpty else { return }
        let needed = gate.neededAuthentication(of: slot, goingTo: false)
        guard gate.may(requester, perform: needed) else { return }
        self[slot].requester = requester
        // The fault is already shown, so the retries are silent.
        let options: PerformanceOptions = self[slot].hasFailed ? .quietly : []
        guard needed > .none, let audit = gate.lock?.audit, gate.auditor.actor(of: requester) != .trustedButton else {
            onTurnOff?(slot, requester, options, [])
            return
        }
        // The turning off of a guarded control must be recorded.
        let proof = performances.proveForInterlock(slot)
        audit.ask(by: gate.auditor.actor(of: requester), of: slot.name) { [weak self, weak slot] result in
            guard let self, let slot, performances.proved(proof) else {
                if case .success(let asked) = result { audit.leave([asked]) }
                return
            }
            switch result {
            case .success(let asked) where excluders(of: slot).isEmpty:
                gate.auditor.refused(slot, reason: "nothing excludes it any more", by: requester, asked: [asked])
            case .success(let asked): onTurnOff?(slot, requester, options, [asked])
            case .failure: self[slot].hasFailed = true
            }
            settle(slot)
        }
    }

    /// Forgets controls that have gone, and shows or ends the interlock faults of all others.
    ///
    /// A control that comes back later has a new state: its first value in effect counts as a change.
    func controlsChanged() {
        for reference in states.keys where controls[reference] == nil {
            states[reference]?.endRetries()
            states[reference] = nil
        }
        for slot in controls.slots { showFault(of: slot) }
    }

    /// Turns a control off if that is due, and shows or ends its fault.
    func settle(_ slot: ControlSlot) {
        guard isInvolved(slot) else { return }
        turnOffIfDue(slot)
        showFault(of: slot)
    }

    /// Whether the control is about to turn off, by its interlock or by a request.
    private func isGivingWay(_ slot: ControlSlot) -> Bool {
        slot.run?.goesOn == false || self[slot].due != nil
            || performances.isProvingForInterlock(slot)
    }

    /// Shows or ends the interlock fault of a control, and schedules the next try.
    ///
    /// A control that the panel may turn off gets the fault after a second failed try: a sensor, for example, reports
    /// the new state late.
    private func showFault(of slot: ControlSlot) {
        guard slot.declaration?.interlock.isEmpty == false else { return }
        let part = PanelFault.Part.interlock(slot.kind)
        let others = slot.snapshot.isOn == true ? excluders(of: slot) : []
        guard !others.isEmpty else {
            self[slot].endRetries()
            return faults.end(part)
        }
        // The fault stays while the control is being turned off; otherwise each try would report it again.
        guard !isGivingWay(slot), slot.run == nil, self[slot].mustGiveWay else { return }
        let needed = gate.neededAuthentication(of: slot, goingTo: false)
        let isTriedAgain = gate.may(self[slot].requester, perform: needed)
        if isTriedAgain {
            // A free control with an unknown state is shown as stale, which is enough.
            guard slot.snapshot.freshness == .fresh else { return }
            retryTurningOff(slot)
            guard self[slot].hasFailed || slot.last.failure != nil else { return }
        }
        // A fault that names a private control reveals its state. The fault leaves out private controls if it can name
        // others.
        let shown = others.filter { !$0.isStatePrivate }
        let named = shown.isEmpty ? others : shown
        let cause = PanelFault.Cause.interlock(
            slot.redacted.displayName, beside: named.map(\.redacted.displayName), isTriedAgain: isTriedAgain)
        faults.begin(PanelFault(part: part, cause: cause, isPrivate: slot.isStatePrivate || shown.isEmpty))
    }

    private func retryTurningOff(_ slot: ControlSlot) {
        guard self[slot].timer == nil else { return }
        self[slot].timer = scheduler.makeTimer { [weak self, weak slot] in
            guard let self, let slot else { return }
            self[slot].timer = nil
            self[slot].hasFailed = true
            self[slot].call(for: self[slot].requester)
            settle(slot)
        }
        self[slot].timer?.arm(at: scheduler.now.advanced(by: self[slot].delay.next()))
    }
}

/// The interlock's state of a control that must not be on together with others.
private struct InterlockState {
    /// Whether the control was in effect at the last check.
    var wasInEffect = false
    /// The requester for whom the panel turns the control off as soon as possible; `nil` if nothing is due.
    var due: Requester?
    /// Whether this control has to turn off, of two that exclude each other.
    private(set) var mustGiveWay = false
    /// The requester of the last try.
    var requester = Requester.itself
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
