import Configuration
import Controls
import GPIO
import Indicators
import Keypads
import LocalAPI

/// What is broken while the rest goes on.
extension PanelEngine {
    /// Shows that something is broken.
    public func begin(_ fault: PanelFault) {
        guard !faults.contains(fault) else { return }
        faults.removeAll { $0.part == fault.part }
        faults.append(fault)
        report(.faultBegan(fault))
        // Nothing hides what is broken.
        lightTest?.end("something broke: \(fault)")
        showFaults()
        showFault(of: fault.part, isBroken: true)
        notify(fault)
    }

    /// Shows that it is mended.
    public func end(_ part: PanelFault.Part) {
        guard let index = faults.firstIndex(where: { $0.part == part }) else { return }
        report(.faultEnded(faults.remove(at: index)))
        showFaults()
        showFault(of: part, isBroken: false)
    }

    func lost(_ slot: ControlSlot, _ error: GPIOError) {
        slot.isLineLost = true
        begin(PanelFault(part: .control(slot.kind), cause: .line(error)))
        refresh(slot)
    }

    func returned(_ slot: ControlSlot) {
        end(.control(slot.kind))
        reload(slot)
    }

    /// Chips have come or gone: lost lines are noticed, and taken again where they are back.
    func checkPresence() {
        // Lights before what they show.
        for slot in lights {
            for output in slot.sink.outputs { output.checkPresence() }
        }
        buzzer?.output.checkPresence()
        for slot in controls.slots {
            for output in slot.outputs { output.checkPresence() }
            slot.sensor?.input.checkPresence()
        }
        for button in buttons { button.input.checkPresence() }
        for pad in pads { pad.keypad.checkPresence() }
    }

    /// An extension that has worked and does so no more, that never came, or that does not work as it should.
    func showFault(of host: ExtensionHost) {
        let part = PanelFault.Part.extension(host.grant.name)
        switch host.state {
        case .ready: end(part)
        case .failing: begin(PanelFault(part: part, cause: .extension(host.detail ?? "does not answer")))
        // One that has not come yet may be on its way; one that was there, or should be by now, is missed.
        case .absent where host.isOverdue || !host.controls.isEmpty:
            begin(PanelFault(part: part, cause: .extension(host.detail ?? "has gone")))
        case .absent, .starting: break
        }
    }

    /// The light of a broken button's control says so.
    private func showFault(of part: PanelFault.Part, isBroken: Bool) {
        guard case .button(let name) = part, let button = buttons.first(where: { $0.description.name == name }),
            let slot = feedbackSlot(of: button)
        else { return }
        if isBroken { slot.brokenButtons.insert(name) } else { slot.brokenButtons.remove(name) }
        showFault(of: slot)
    }

    /// Lights say that a button of their control is broken, or that they do not know the control's state (C44).
    func showFault(of slot: ControlSlot) {
        let showsFault = slot.isStale || !slot.brokenButtons.isEmpty
        guard showsFault != slot.showsFault else { return }
        slot.showsFault = showsFault
        for light in slot.lights {
            if showsFault {
                light.light.show(.fault)
            } else {
                light.light.clear(.fault)
            }
        }
    }
}
