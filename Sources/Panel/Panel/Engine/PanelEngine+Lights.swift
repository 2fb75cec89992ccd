import Configuration
import ControlModel
import Indicators

/// What lights show.
extension PanelEngine {
    func connect(_ slot: LightSlot) {
        let name = slot.description.name
        slot.light.changed = { [weak self, unowned slot] frame in
            self?.report(.lightShown(name: name, frame))
            // A line that failed for a moment works again; one that is lost is only thought of as lit or dark.
            if slot.sink.isHeld { self?.end(.light(name)) }
        }
        slot.light.lookChanged = { [weak self, unowned slot] look in
            self?.report(
                .lightLookChanged(name: name, look, color: look.flatMap { slot.sink.gamut.name(of: $0.color) }))
        }
        slot.light.failed = { [weak self] in self?.begin(PanelFault(part: .light(name), cause: .init($0))) }
        connectLED(slot)
        for output in slot.sink.outputs {
            output.lost = { [weak self] in self?.begin(PanelFault(part: .light(name), cause: .line($0))) }
            output.returned = { [weak self, unowned slot] in
                if slot.sink.isHeld { self?.end(.light(name)) }
                slot.light.refresh()
            }
        }
    }

    /// The lights that say how the panel is.
    var statusLights: [LightSlot] { lights.filter(\.description.showsPanel) }

    /// The lights that answer for a control, with what they show of its state: its own, or else those of the panel, which
    /// show none.
    private func answeringLights(of slot: ControlSlot) -> [(light: Light, isLit: Bool)] {
        slot.lights.isEmpty
            ? statusLights.map { ($0.light, false) }
            : slot.lights.map { ($0.light, slot.meaning(isUnlocked) != .off) }
    }

    /// The panel's lights say whether anything is broken, but nothing that is private: programs see lights, too.
    func showFaults() {
        let isWhole = faults(as: .anybody).isEmpty
        for slot in statusLights {
            if isWhole {
                slot.light.clear(.fault)
            } else {
                slot.light.show(.fault)
            }
        }
    }

    /// A toggle's light is lit while it is on; it breathes while either is being performed, or what a control button has set
    /// off goes on.
    func showState(of slot: ControlSlot) {
        let tint = slot.shown(isUnlocked).tint
        for light in slot.lights { light.light.show(slot.meaning(isUnlocked), tint: tint) }
    }

    /// A question that waits is seen on the control's lights.
    func showConfirmation(of slot: ControlSlot) {
        for light in slot.lights { show(slot.run?.confirmation != nil ? slot : nil, asking: light.light) }
        showPanelQuestion()
    }

    /// Of the controls without a light, one that asks something is seen on the panel's lights.
    private func showPanelQuestion() {
        let asker = controls.slots.first { $0.lights.isEmpty && $0.run?.confirmation != nil }
        for slot in statusLights { show(asker, asking: slot.light) }
    }

    private func show(_ asker: ControlSlot?, asking light: Light) {
        if let asker {
            light.show(.question, tint: asker.shown(isUnlocked).tint)
        } else {
            light.clear(.question)
        }
    }

    /// Other controls have a light now: what the panel's lights say for those without may be over, or begin.
    func arrangePanelLights() {
        for button in buttons where feedbackSlot(of: button)?.lights.isEmpty != true {
            endPanelHold(button.description.name)
        }
        showPanelQuestion()
    }

    private func endPanelHold(_ button: String) {
        guard holdsOnPanel.remove(button) != nil, holdsOnPanel.isEmpty else { return }
        for slot in statusLights { slot.light.clear(.holdProgress) }
    }

    func flash(_ meaning: LightMeaning, on slot: ControlSlot) {
        // It would be seen at each press.
        guard !isSound(slot) else { return }
        for (light, _) in answeringLights(of: slot) { light.show(meaning, tint: slot.shown(isUnlocked).tint) }
    }

    /// The light of what a hold would perform answers the press at once.
    func showHold(of button: ButtonChannel) {
        guard let slot = feedbackSlot(of: button) else { return }
        if slot.lights.isEmpty { holdsOnPanel.insert(button.description.name) }
        for (light, isLit) in answeringLights(of: slot) {
            light.show(
                .hold, tint: slot.shown(isUnlocked).tint, holdTime: button.description.holdTime, wasLit: isLit)
        }
    }

    func endHold(of button: ButtonChannel) {
        endPanelHold(button.description.name)
        guard let slot = feedbackSlot(of: button) else { return }
        for light in slot.lights { light.light.clear(.holdProgress) }
    }

    /// The control whose lights answer a button: the one that holding it performs, before any other.
    func feedbackSlot(of button: ButtonChannel) -> ControlSlot? {
        let bound = button.description
        return (bound.hold ?? bound.longHold ?? bound.doubleTap ?? bound.tripleTap).flatMap { controls[$0] }
    }
}

extension ControlSlot {
    /// What a light that shows this control says.
    fileprivate func meaning(_ seesPrivate: Bool) -> LightMeaning {
        let snapshot = shown(seesPrivate)
        return switch snapshot.template {
        case .toggle(let isOn): run != nil && !snapshot.isRedacted ? .running : isOn ? .on : .off
        case .button: snapshot.isRunning ? .running : .off
        }
    }
}
