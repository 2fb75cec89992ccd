import Configuration
import Controls
import LocalAPI

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

    /// Turns off the controls that must not be on beside one that has gone on.
    ///
    /// The panel turns off what needs no PIN, and otherwise only what the person who turned the control on could turn off.
    /// A control that stays on beside the other is a fault.
    ///
    /// - Parameter run: the performance that has just ended and may have turned `slot` on.
    func enforceInterlocks(with slot: ControlSlot, after run: Performance?) {
        if interlockedKinds.contains(slot.kind) {
            let others = controls.slots.filter { $0 !== slot && $0.declaration?.interlock.contains(slot.kind) == true }
            if slot.isInEffect, slot.snapshot.freshness != .preview {
                for other in others { turnOff(other, after: slot.run ?? run) }
            }
            for other in others { showInterlockFault(of: other) }
        }
        showInterlockFault(of: slot)
    }

    private func turnOff(_ slot: ControlSlot, after run: Performance?) {
        guard slot.snapshot.isOn == true else { return }
        // A person who turned a control off has no part in its going on.
        let allowed = run.map { $0.goesOn == false ? .none : $0.allowed } ?? .none
        let requester: Requester = allowed == .none ? .itself : .consequence(allowed: allowed)
        guard may(requester, perform: neededAuthentication(of: slot, goingTo: false)) else { return }
        perform(slot, isOn: false, by: requester)
    }

    /// Shows whether a control that only a PIN turns off stays on beside one that excludes it.
    func showInterlockFault(of slot: ControlSlot) {
        guard let kinds = slot.declaration?.interlock, !kinds.isEmpty else { return }
        let part = PanelFault.Part.interlock(slot.kind)
        var others: [ControlSlot] = []
        if slot.snapshot.isOn == true, slot.run == nil,
            neededAuthentication(of: slot, goingTo: false) > .none
        {
            others = kinds.flatMap { controls.all($0) }.filter { $0.isInEffect && $0.snapshot.freshness != .preview }
        }
        // A fault that names a private control tells its state. The fault leaves the private control out where others are there.
        let shown = others.filter { !$0.isStatePrivate }
        let named = shown.isEmpty ? others : shown
        guard !named.isEmpty else { return end(part) }
        let cause = PanelFault.Cause.interlock(
            slot.redacted.displayName, beside: named.map(\.redacted.displayName))
        begin(PanelFault(part: part, cause: cause, isPrivate: slot.isStatePrivate || shown.isEmpty))
    }
}
