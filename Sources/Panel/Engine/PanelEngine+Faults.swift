import Configuration
import Controls
import GPIO
import Indicators

/// What is broken while the rest goes on.
extension PanelEngine {
    func begin(_ fault: PanelFault) {
        guard !faults.contains(fault) else { return }
        faults.removeAll { $0.part == fault.part }
        faults.append(fault)
        report(.faultBegan(fault))
        showFaults()
    }

    func end(_ part: PanelFault.Part) {
        guard let index = faults.firstIndex(where: { $0.part == part }) else { return }
        report(.faultEnded(faults.remove(at: index)))
        showFaults()
    }

    func lost(_ slot: ControlSlot, _ error: GPIOError) {
        slot.isStale = true
        begin(PanelFault(part: .control(slot.description.kind), cause: .line(error)))
        refresh(slot)
    }

    func returned(_ slot: ControlSlot) {
        end(.control(slot.description.kind))
        reload(slot)
    }

    /// Chips have come or gone: lost lines are noticed, and taken again where they are back.
    func checkPresence() {
        // Lights before what they show.
        for slot in lights { slot.sink.output.checkPresence() }
        for slot in controls { for output in slot.control.outputs { output.checkPresence() } }
        for button in buttons { button.checkPresence() }
    }

    /// Lights say that a button of their control is broken, or that they do not know the control's state (C44).
    func showFaults() {
        let before = faultyKinds
        faultyKinds = Set(controls.lazy.filter(\.isStale).map(\.description.kind))
        let broken = Set(faults.map(\.part))
        for button in buttons where broken.contains(.button(button.description.name)) {
            if let kind = feedbackKind(of: button) { faultyKinds.insert(kind) }
        }
        let changed = faultyKinds.symmetricDifference(before)
        for slot in lights where changed.contains(slot.description.shows) {
            if faultyKinds.contains(slot.description.shows) {
                slot.light.set(LightLook(color: .fault, pattern: .fault), on: .fault)
            } else {
                slot.light.clear(.fault)
            }
        }
    }
}

extension Color {
    /// The colour of what is broken.
    fileprivate static let fault = Color.red
}
