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
        for light in lights(showing: snapshot.kind) {
            light.set(LightLook(color: snapshot.tint, pattern: .steady(snapshot.isLit)), on: .state)
        }
    }

    func flash(_ pattern: LightPattern, on slot: ControlSlot) {
        for light in lights(showing: slot.description.kind) {
            light.set(
                LightLook(color: slot.snapshot.tint, pattern: pattern), on: .momentary, for: pattern.duration)
        }
    }

    /// The light of what a hold would perform answers the press at once.
    func showHold(of button: ButtonChannel) {
        guard let slot = feedbackSlot(of: button) else { return }
        for light in lights(showing: slot.description.kind) {
            light.set(
                LightLook(
                    color: slot.snapshot.tint,
                    pattern: .holdProgress(over: button.description.holdTime, from: slot.snapshot.isLit)),
                on: .holdProgress)
        }
    }

    func endHold(of button: ButtonChannel) {
        guard let slot = feedbackSlot(of: button) else { return }
        for light in lights(showing: slot.description.kind) { light.clear(.holdProgress) }
    }

    /// The control whose lights answer a button: the one that holding it performs, before any other.
    func feedbackKind(of button: ButtonChannel) -> String? {
        let bound = button.description
        return bound.hold ?? bound.longHold ?? bound.doubleTap ?? bound.tripleTap
    }

    private func feedbackSlot(of button: ButtonChannel) -> ControlSlot? {
        feedbackKind(of: button).flatMap { slot($0) }
    }

    private func lights(showing kind: String) -> [Light] {
        lights.lazy.filter { $0.description.shows == kind }.map(\.light)
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
