import Configuration
import ControlModel
import EventLoop
import Indicators
import MonotonicTime

/// Controls that wait for a PIN (A2).
extension PanelEngine {
    /// The control that waits for a PIN, by its name.
    public var pendingControl: String? { pending?.name }

    /// A control was held that needs a PIN: it waits for one.
    func wait(for slot: ControlSlot, isOn: Bool?) {
        endPending()
        let timer = scheduler.makeTimer { [weak self] in self?.endPending() }
        timer.arm(at: scheduler.now.advanced(by: description.authentication.pending))
        pending = PendingControl(
            slot: slot, name: slot.name, isOn: destination(of: slot, wish: isOn), timer: timer)
        report(.pending(control: slot.name))
        showLock()
    }

    /// Nothing waits any more: nobody has given a PIN in time, or something else was wanted.
    func endPending() {
        guard let pending else { return }
        pending.timer.cancel()
        self.pending = nil
        report(.pendingEnded(control: pending.name))
        showLock()
    }

    /// The right PIN has come: what waits is performed, once.
    func performPending() {
        guard let pending else { return }
        endPending()
        guard let slot = pending.slot, controls.slots.contains(where: { $0 === slot }) else { return }
        perform(slot, isOn: slot.snapshot.isOn == nil ? nil : pending.isOn, by: .panel)
    }
}
