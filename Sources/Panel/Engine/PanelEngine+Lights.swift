import Configuration
import Controls
import Indicators

/// What lights show.
extension PanelEngine {
    func connect(_ slot: LightSlot) {
        let name = slot.description.name
        slot.light.changed = { [weak self, unowned slot] isLit in
            self?.report(.lightChanged(name: name, isLit: isLit))
            // A line that failed for a moment works again; one that is lost is only thought of as lit or dark.
            if slot.sink.output.isHeld { self?.end(.light(name)) }
        }
        slot.light.lookChanged = { [weak self] look in self?.report(.lightLookChanged(name: name, look)) }
        slot.light.failed = { [weak self] in self?.begin(PanelFault(part: .light(name), cause: .line($0))) }
        slot.sink.output.lost = { [weak self] in self?.begin(PanelFault(part: .light(name), cause: .line($0))) }
        slot.sink.output.returned = { [weak self, unowned slot] in
            self?.end(.light(name))
            slot.light.refresh()
        }
    }

    /// A toggle's light is lit while it is on, a control button's while it runs.
    func showState(of slot: ControlSlot) {
        let snapshot = slot.snapshot
        for light in slot.lights {
            light.light.set(LightLook(color: snapshot.tint, pattern: .steady(snapshot.isLit)), on: .state)
        }
    }

    /// A question that waits is seen on the control's lights.
    func showConfirmation(of slot: ControlSlot) {
        let isAsked = slot.run?.confirmation != nil
        for light in slot.lights {
            if isAsked {
                light.light.set(LightLook(color: slot.snapshot.tint, pattern: .question), on: .question)
            } else {
                light.light.clear(.question)
            }
        }
    }

    func flash(_ pattern: LightPattern, on slot: ControlSlot) {
        for light in slot.lights {
            light.light.set(
                LightLook(color: slot.snapshot.tint, pattern: pattern), on: .momentary, for: pattern.duration)
        }
    }

    /// The light of what a hold would perform answers the press at once.
    func showHold(of button: ButtonChannel) {
        guard let slot = feedbackSlot(of: button) else { return }
        for light in slot.lights {
            light.light.set(
                LightLook(
                    color: slot.snapshot.tint,
                    pattern: .holdProgress(over: button.description.holdTime, from: slot.snapshot.isLit)),
                on: .holdProgress)
        }
    }

    func endHold(of button: ButtonChannel) {
        guard let slot = feedbackSlot(of: button) else { return }
        for light in slot.lights { light.light.clear(.holdProgress) }
    }

    /// The control whose lights answer a button: the one that holding it performs, before any other.
    func feedbackSlot(of button: ButtonChannel) -> ControlSlot? {
        let bound = button.description
        return (bound.hold ?? bound.longHold ?? bound.doubleTap ?? bound.tripleTap).flatMap { controls[$0] }
    }
}

extension ControlSnapshot {
    /// Whether a light that shows this control is lit.
    fileprivate var isLit: Bool {
        switch template {
        case .toggle(let isOn): isOn
        case .button: isRunning
        }
    }
}
