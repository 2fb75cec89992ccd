import Configuration
import ControlModel
import Indicators

/// The contents of lights.
extension PanelEngine {
    func connect(_ slot: LightSlot) {
        let name = slot.description.name
        slot.light.changed = { [weak self, unowned slot] frame in
            self?.report(.lightShown(name: name, frame))
            // A line works again after a momentary failure. A lost line only has an assumed state, so its fault stays.
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

    /// The panel's status lights.
    var statusLights: [LightSlot] { lights.filter(\.description.showsPanel) }

    /// The lights that respond for a control, and whether they are lit by its state. Without lights of its own, the
    /// status lights respond, which show no control's state.
    private func answeringLights(of slot: ControlSlot) -> [(light: Light, isLit: Bool)] {
        slot.lights.isEmpty
            ? statusLights.map { ($0.light, false) }
            : slot.lights.map { ($0.light, slot.meaning(isUnlocked) != .off) }
    }

    /// Shows on the status lights whether there is a fault. Private faults are left out, since programs see lights,
    /// too.
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

    /// Shows a control's state on its lights. A toggle's light is lit while the toggle is on. The light breathes during
    /// a performance, and while a button's action is in progress.
    func showState(of slot: ControlSlot) {
        let tint = slot.shown(isUnlocked).tint
        for light in slot.lights { light.light.show(slot.meaning(isUnlocked), tint: tint) }
    }

    /// Shows or hides a control's question on its lights.
    func showConfirmation(of slot: ControlSlot) {
        for light in slot.lights { show(slot.run?.confirmation != nil ? slot : nil, asking: light.light) }
        showPanelQuestion()
    }

    /// Shows the question of a control without lights on the status lights.
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

    /// Updates the status lights' holds and questions after a change of the lights' controls.
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
        // A sound's own performance would flash at each press.
        guard !isSound(slot) else { return }
        for (light, _) in answeringLights(of: slot) { light.show(meaning, tint: slot.shown(isUnlocked).tint) }
    }

    /// Shows on the control's lights that its button is held.
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

    /// The control whose lights respond to a button: the one on hold, otherwise the one on another gesture.
    func feedbackSlot(of button: ButtonChannel) -> ControlSlot? {
        let bound = button.description
        return (bound.hold ?? bound.longHold ?? bound.doubleTap ?? bound.tripleTap).flatMap { controls[$0] }
    }
}

extension ControlSlot {
    /// The meaning shown by a light of this control.
    fileprivate func meaning(_ seesPrivate: Bool) -> LightMeaning {
        let snapshot = shown(seesPrivate)
        return switch snapshot.template {
        case .toggle(let isOn): run != nil && !snapshot.isRedacted ? .running : isOn ? .on : .off
        case .button: snapshot.isRunning ? .running : .off
        }
    }
}
