import Configuration
import ControlModel
import GPIO
import Glibc
import Indicators
import Keypads
import LocalAPI

/// What is broken while the rest goes on.
extension PanelEngine {
    /// The panel's faults, the oldest first, as people in front of the panel see them.
    public var faults: [PanelFault] { faults(as: .panel) }

    /// The panel's faults, the oldest first.
    ///
    /// - Parameter viewpoint: for whose eyes.
    public func faults(as viewpoint: Viewpoint) -> [PanelFault] {
        allFaults.filter { !$0.isPrivate || sees(viewpoint) }
    }

    /// Shows that something is broken.
    public func begin(_ fault: PanelFault) {
        guard !allFaults.contains(fault) else { return }
        // To those who do not see the private fault, the one before it ends.
        if fault.isPrivate { end(fault.part) }
        allFaults.removeAll { $0.part == fault.part }
        allFaults.append(fault)
        report(.faultBegan(fault), redacted: fault.isPrivate ? nil : .faultBegan(fault))
        guard !fault.isPrivate else { return }
        // Nothing hides what is broken.
        lightTest?.end("something broke: \(fault)")
        showFaults()
        showFault(of: fault.part, isBroken: true)
        notify(fault)
    }

    /// Shows that it is mended.
    public func end(_ part: PanelFault.Part) {
        guard let index = allFaults.firstIndex(where: { $0.part == part }) else { return }
        let fault = allFaults.remove(at: index)
        report(.faultEnded(fault), redacted: fault.isPrivate ? nil : .faultEnded(fault))
        guard !fault.isPrivate else { return }
        showFaults()
        showFault(of: part, isBroken: false)
    }

    func lost(_ slot: ControlSlot, _ error: GPIOError) {
        slot.isLineLost = true
        begin(PanelFault(part: .control(slot.kind), cause: .line(error)))
        refresh(slot)
    }

    /// One of the control's lines is back. The fault ends with the last one.
    func returned(_ slot: ControlSlot) {
        let sensor = slot.sensor?.input
        let hasOutputs = slot.outputs.allSatisfy(\.isHeld)
        if hasOutputs, sensor?.isHeld != false { end(.control(slot.kind)) }
        if hasOutputs { reload(slot) } else { refresh(slot) }
    }

    /// Where a control has lines on several chips, the fault names one that is still missing.
    private func tellMissingLine(of slot: ControlSlot) {
        guard let sensor = slot.sensor?.input, slot.outputs.allSatisfy(\.isHeld) != sensor.isHeld else { return }
        for output in slot.outputs { output.tellIfMissing() }
        sensor.tellIfMissing()
    }

    /// Chips have come or gone: lost lines are noticed, and taken again where they are back.
    func checkPresence() {
        let unrecorded = recordFoundOutputs()
        for output in outputChannels {
            if let error = unrecorded[output.line] { output.refuse(error) } else { output.checkPresence() }
        }
        for input in inputChannels { input.checkPresence() }
        for slot in controls.slots { tellMissingLine(of: slot) }
        for pad in pads { pad.keypad.checkPresence() }
    }

    /// A chip that is missing from the start is the same fault as one that goes.
    func tellMissingLines() {
        for output in outputChannels { output.tellIfMissing() }
        for input in inputChannels { input.tellIfMissing() }
    }

    /// Lights before what they show.
    private var outputChannels: [OutputChannel] {
        lights.flatMap(\.sink.outputs) + [buzzer?.output].compactMap(\.self) + controls.slots.flatMap(\.outputs)
    }

    private var inputChannels: [InputChannel] {
        controls.slots.compactMap { $0.sensor?.input } + buttons.map(\.input)
    }

    /// Puts the outputs on record whose chip has come, or has come back in another place, before the panel drives them.
    ///
    /// - Returns: those that cannot be put on record, and why.
    private func recordFoundOutputs() -> [LineDescription: GPIOError] {
        guard let drivenLines else { return [:] }
        var found: [LineDescription: LineAddress] = [:]
        var lines: [DrivenLine] = []
        let outputs = description.outputs
        // All at once is one look at the chips; one by one tells which are still missing.
        let all = try? board.addresses(of: outputs.map(\.line.name))
        for (index, output) in outputs.enumerated() {
            let place = all?[index] ?? (try? board.addresses(of: [output.line.name]))?.first
            guard let address = place, driven[output.line] != address else { continue }
            found[output.line] = address
            lines.append(output.driven(at: address))
        }
        guard !found.isEmpty else { return [:] }
        do throws(DrivenLinesError) {
            try drivenLines.add(lines)
            driven.merge(found) { $1 }
            knownLines.formUnion(found.keys.map(\.name))
            return [:]
        } catch {
            let refusal: GPIOError =
                switch error {
                case .failed(let call, let path, let code): .failed(call: call, object: path, code: code)
                case .malformed(let path, line: _), .newerVersion(let path, version: _):
                    .failed(call: "write", object: path, code: EINVAL)
                }
            return found.mapValues { _ in refusal }
        }
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

    /// A placed kind that its extension does not have is a fault, until the extension has it or the placement is gone.
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
