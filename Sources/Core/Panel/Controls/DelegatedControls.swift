import EventLoop

/// The controls of delegated actions, which no client sees: `KEY.done`, `opened.TARGET`, `notify.OCCASION`.
@PanelActor
final class DelegatedControls {
    private(set) var slots: [ControlSlot] = []
    /// Controls that have performed for the last time.
    private var ended: [ControlSlot] = []
    private let scheduler: any Scheduler
    private lazy var removal = scheduler.makeTimer { [weak self] in self?.removeEnded() }

    init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    func add(_ slot: ControlSlot) { slots.append(slot) }

    /// Removes a control that is not performed any more.
    func remove(_ slot: ControlSlot) {
        slot.carrier?.stop()
        slots.removeAll { $0 === slot }
    }

    /// Removes a control after the outcome that it is still processing.
    func removeSoon(_ slot: ControlSlot) {
        ended.append(slot)
        removal.arm(at: scheduler.now)
    }

    /// Stops and forgets all controls.
    func removeAll() {
        // A remote control that stops answers a waiting caller, which must not find the control any more.
        let gone = slots
        slots = []
        for slot in gone { slot.carrier?.stop() }
        removal.cancel()
        ended = []
    }

    private func removeEnded() {
        for slot in ended { remove(slot) }
        ended = []
    }
}
