import Configuration
import ControlModel
import EventLoop
import MonotonicTime

/// A held control that waits for a PIN (A2: the right PIN in time performs the control once).
@PanelActor
final class PendingRequest {
    private let controls: ControlSet
    private let events: PanelEvents
    private let scheduler: any Scheduler
    private var waiting: Waiting?
    /// Called when a control begins or ceases to wait.
    var onChange: (@PanelActor () -> Void)?
    /// Performs the control after the right PIN.
    var onProved: (@PanelActor (ControlSlot, _ isOn: Bool?) -> Void)?

    @PanelActor
    private struct Waiting {
        /// The control, if it still exists.
        weak var slot: ControlSlot?
        /// The control's name, kept even if the control disappears.
        let name: String
        /// The target state, as determined at the hold; `nil` for a button.
        let isOn: Bool?
        /// Drops the waiting control if no PIN is given in time.
        let timer: PanelTimer
    }

    init(_ controls: ControlSet, events: PanelEvents, scheduler: any Scheduler) {
        self.controls = controls
        self.events = events
        self.scheduler = scheduler
    }

    /// The name of the control that waits; `nil` if none waits.
    var name: String? { waiting?.name }

    /// The control that waits, if it still exists.
    var slot: ControlSlot? { waiting?.slot }

    /// Makes a held control wait for a PIN.
    func wait(for slot: ControlSlot, isOn: Bool?) {
        end()
        let timer = scheduler.makeTimer { [weak self] in self?.end() }
        timer.arm(at: scheduler.now.advanced(by: controls.description.authentication.pending))
        waiting = Waiting(slot: slot, name: slot.name, isOn: isOn, timer: timer)
        events.report(.pending(control: slot.name))
        onChange?()
    }

    /// Drops the waiting control: no PIN came in time, or the user did something else.
    func end() {
        guard let waiting else { return }
        waiting.timer.cancel()
        self.waiting = nil
        events.report(.pendingEnded(control: waiting.name))
        onChange?()
    }

    /// Performs the waiting control once, after the right PIN.
    func perform() {
        guard let waiting else { return }
        end()
        guard let slot = waiting.slot, controls.contains(slot) else { return }
        onProved?(slot, slot.snapshot.isOn == nil ? nil : waiting.isOn)
    }
}
