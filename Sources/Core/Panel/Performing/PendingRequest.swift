import Configuration
import ControlModel
import EventLoop
import MonotonicTime

/// A held control that waits for a PIN (A2: the right PIN in time performs the control once).
@PanelActor
final class PendingRequest {
    private let controls: ControlSet
    private let performances: PerformanceList
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
        /// Drops the waiting control if no PIN is given in time.
        let timer: PanelTimer
    }

    init(_ controls: ControlSet, _ performances: PerformanceList, _ events: PanelEvents, scheduler: any Scheduler) {
        self.controls = controls
        self.performances = performances
        self.events = events
        self.scheduler = scheduler
    }

    /// The name of the control that waits; `nil` if none waits.
    var name: String? { waiting?.name }

    /// The control that waits, if it still exists.
    var slot: ControlSlot? { waiting?.slot }

    /// The time by which a PIN has to come for a control held now.
    var deadline: MonotonicInstant {
        scheduler.now.advanced(by: controls.description.authentication.pending)
    }

    /// Shows the control that the table has made wait.
    func show(_ slot: ControlSlot) {
        forget()
        let timer = scheduler.makeTimer { [weak self] in
            guard let self, performances.table.dropPending(at: scheduler.now) else { return }
            forget()
        }
        timer.arm(at: performances.table.pending?.until)
        waiting = Waiting(slot: slot, name: slot.name, timer: timer)
        events.report(.pending(control: slot.name))
        onChange?()
    }

    /// Drops the waiting control: the user did something else.
    func end() {
        performances.table.dropPending()
        forget()
    }

    private func forget() {
        guard let waiting else { return }
        waiting.timer.cancel()
        self.waiting = nil
        events.report(.pendingEnded(control: waiting.name))
        onChange?()
    }

    /// Performs the waiting control once, after the right PIN.
    func perform() {
        guard let pending = performances.table.pinAccepted(at: scheduler.now) else { return }
        let slot = waiting?.slot
        forget()
        guard let slot, controls.contains(slot) else { return }
        onProved?(slot, slot.snapshot.isOn == nil ? nil : pending.isOn)
    }
}
