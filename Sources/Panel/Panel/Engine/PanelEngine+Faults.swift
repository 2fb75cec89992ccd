import Configuration
import ControlModel
import GPIO
import Indicators
import Keypads
import LocalAPI

/// Faults of parts, while the rest of the panel works.
extension PanelEngine {
    /// The panel's faults, the oldest first, as seen by people in front of the panel.
    public var faults: [PanelFault] { faults(as: .panel) }

    /// The panel's faults, the oldest first.
    ///
    /// - Parameter viewpoint: the audience.
    public func faults(as viewpoint: Viewpoint) -> [PanelFault] {
        faultList.all(seesPrivate: sees(viewpoint))
    }

    /// Begins a fault; a previous fault of the same part is replaced.
    public func begin(_ fault: PanelFault) { faultList.begin(fault) }

    /// Ends the fault of a part, if any.
    public func end(_ part: PanelFault.Part) { faultList.end(part) }

    /// Shows that a fault, which all viewers may see, has begun or ended.
    func faultChanged(_ fault: PanelFault, isBroken: Bool) {
        // A light test must not hide a fault.
        if isBroken { lightTest?.end("something broke: \(fault)") }
        showFaults()
        showFault(of: fault.part, isBroken: isBroken)
        if isBroken { notify(fault) }
    }

    func lost(_ slot: ControlSlot, _ error: GPIOError) {
        slot.isLineLost = true
        begin(PanelFault(part: .control(slot.kind), cause: .line(error)))
        refresh(slot)
    }

    /// Handles the return of one of the control's lines. The fault ends with the return of the last missing line.
    func returned(_ slot: ControlSlot) {
        let sensor = slot.sensor?.input
        let hasOutputs = slot.outputs.allSatisfy(\.isHeld)
        if hasOutputs, sensor?.isHeld != false { end(.control(slot.kind)) }
        if hasOutputs { reload(slot) } else { refresh(slot) }
    }

    /// Reports the line that is still missing of a control with lines on several chips.
    private func tellMissingLine(of slot: ControlSlot) {
        guard let sensor = slot.sensor?.input, slot.outputs.allSatisfy(\.isHeld) != sensor.isHeld else { return }
        for output in slot.outputs { output.tellIfMissing() }
        sensor.tellIfMissing()
    }

    /// Checks all lines after chips have come or gone: lost lines are detected, and returned lines are requested again.
    func checkPresence() {
        let unrecorded = lines.recordFound(description.outputs)
        for output in outputChannels {
            if let error = unrecorded[output.line] { output.refuse(error) } else { output.checkPresence() }
        }
        for input in inputChannels { input.checkPresence() }
        for slot in controls.slots { tellMissingLine(of: slot) }
        for pad in pads { pad.keypad.checkPresence() }
    }

    /// Reports faults of lines whose chips are missing since the start.
    func tellMissingLines() {
        for output in outputChannels { output.tellIfMissing() }
        for input in inputChannels { input.tellIfMissing() }
    }

    /// The output channels; lights come before the controls that they show.
    private var outputChannels: [OutputChannel] {
        lights.flatMap(\.sink.outputs) + [buzzer?.output].compactMap(\.self) + controls.slots.flatMap(\.outputs)
    }

    private var inputChannels: [InputChannel] {
        controls.slots.compactMap { $0.sensor?.input } + buttons.map(\.input)
    }

    /// Begins or ends the fault of an extension: disappeared, overdue or not working properly.
    func showFault(of host: ExtensionHost) {
        let part = PanelFault.Part.extension(host.grant.name)
        switch host.state {
        case .ready: end(part)
        case .failing: begin(PanelFault(part: part, cause: .extension(host.detail ?? "does not answer")))
        // An extension that has not appeared yet may still be starting; a known or overdue extension is missed.
        case .absent where host.isOverdue || !host.controls.isEmpty:
            begin(PanelFault(part: part, cause: .extension(host.detail ?? "has gone")))
        case .absent, .starting: break
        }
    }

    /// Begins a fault for each placed kind that its extension does not have. The fault ends when the extension has the
    /// kind or the placement is gone.
    func showMissingKinds(of host: ExtensionHost) {
        guard host.isKnown, !host.isStock else { return }
        let missing = Set(
            controls.slots.filter { $0.isPlaced && $0.extensionControl?.host === host }.map(\.kind)
                .filter { host.described($0) == nil })
        for case .control(let kind) in faults.map(\.part) where host.grant.covers(kind) && !missing.contains(kind) {
            end(.control(kind))
        }
        for kind in missing.sorted() {
            begin(PanelFault(part: .control(kind), cause: .extension(host.words(onMissing: kind))))
        }
    }

    /// Shows a button's fault on the lights of its control.
    private func showFault(of part: PanelFault.Part, isBroken: Bool) {
        guard case .button(let name) = part, let button = buttons.first(where: { $0.description.name == name }),
            let slot = feedbackSlot(of: button)
        else { return }
        if isBroken { slot.brokenButtons.insert(name) } else { slot.brokenButtons.remove(name) }
        showFault(of: slot)
    }

    /// Shows on a control's lights that a button is broken or that the state is unknown (C44: a stale toggle looks
    /// different).
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
