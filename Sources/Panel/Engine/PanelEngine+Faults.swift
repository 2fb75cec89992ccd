import Configuration
import GPIO

/// What is broken while the rest goes on.
extension PanelEngine {
    func begin(_ fault: PanelFault) {
        guard !faults.contains(fault) else { return }
        faults.removeAll { $0.part == fault.part }
        faults.append(fault)
        report(.faultBegan(fault))
        showFault(true, at: fault.part)
    }

    func end(_ part: PanelFault.Part) {
        guard let fault = faults.first(where: { $0.part == part }) else { return }
        faults.removeAll { $0.part == part }
        report(.faultEnded(fault))
        showFault(false, at: part)
    }

    func lost(_ slot: ControlSlot, _ error: GPIOError) {
        begin(PanelFault(part: .control(slot.description.kind), cause: .line(error)))
        slot.isStale = true
        refresh(slot)
    }

    func returned(_ slot: ControlSlot) {
        end(.control(slot.description.kind))
        reload(slot)
    }

    /// Chips have come or gone: lost lines are noticed, and taken again where they are back.
    func checkPresence() {
        for slot in controls { for output in slot.control.outputs { output.checkPresence() } }
        for slot in lights { slot.sink.output.checkPresence() }
        for button in buttons { button.checkPresence() }
    }

    private func showFault(_ isFault: Bool, at part: PanelFault.Part) {
        guard case .button(let name) = part, let button = buttons.first(where: { $0.description.name == name }) else {
            return
        }
        showFault(isFault, of: button)
    }
}
