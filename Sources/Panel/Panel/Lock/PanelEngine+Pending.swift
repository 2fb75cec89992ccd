import Configuration
import ControlModel
import EventLoop
import Indicators
import MonotonicTime

/// Held controls that wait for a PIN (A2: the right PIN in time performs the control once).
extension PanelEngine {
    /// The name of the control that waits for a PIN.
    public var pendingControl: String? { pending?.name }

    /// Makes a held control wait for a PIN.
    func wait(for slot: ControlSlot, isOn: Bool?) {
        endPending()
        let timer = scheduler.makeTimer { [weak self] in self?.endPending() }
        timer.arm(at: scheduler.now.advanced(by: description.authentication.pending))
        pending = PendingControl(
            slot: slot, name: slot.name, isOn: destination(of: slot, wish: isOn), timer: timer)
        report(.pending(control: slot.name))
        showLock()
    }

    /// Drops the waiting control: no PIN came in time, or the user did something else.
    func endPending() {
        guard let pending else { return }
        pending.timer.cancel()
        self.pending = nil
        report(.pendingEnded(control: pending.name))
        showLock()
    }

    /// Performs the waiting control once, after the right PIN.
    func performPending() {
        guard let pending else { return }
        endPending()
        guard let slot = pending.slot, controls.slots.contains(where: { $0 === slot }) else { return }
        perform(slot, isOn: slot.snapshot.isOn == nil ? nil : pending.isOn, by: .panel)
    }
}
