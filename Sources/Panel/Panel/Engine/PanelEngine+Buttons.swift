import Configuration
import ControlModel
import Gestures
import Indicators

/// Gestures, and the controls that they perform.
extension PanelEngine {
    func connect(_ button: ButtonChannel) {
        let name = button.description.name
        button.recognized = { [weak self, unowned button] in self?.handle($0, of: button) }
        button.input.lost = { [weak self] in self?.begin(PanelFault(part: .button(name), cause: .line($0))) }
        button.input.returned = { [weak self, unowned button] in
            self?.end(.button(name))
            self?.reportQuarantine(of: button)
        }
        reportQuarantine(of: button)
    }

    /// Reports a contact that was already closed when the line was requested.
    private func reportQuarantine(of button: ButtonChannel) {
        guard button.isQuarantined else { return }
        begin(PanelFault(part: .button(button.description.name), cause: .contact(.stuck)))
    }

    private func handle(_ output: ButtonOutput, of button: ButtonChannel) {
        let name = button.description.name
        switch output {
        case .pressed:
            events.report(.buttonPressed(name)) {
                lightTest?.end("the button '\(name)' was pressed")
                showHold(of: button)
            }
            soundPress(of: button.description)
            displays.closeHistory()
            reloadStates(of: button.description)
        case .holdArmed:
            break
        case .gesture(let gesture, _):
            report(.gesture(gesture, button: name))
            perform(gesture, of: button)
        case .released(_, let duration):
            events.report(.buttonReleased(name, after: duration)) { endHold(of: button) }
        case .aborted:
            report(.pressAborted(button: name))
            endHold(of: button)
        case .quarantined(let fault, _):
            begin(PanelFault(part: .button(name), cause: .contact(fault)))
            endHold(of: button)
        case .cured:
            end(.button(name))
        }
    }

    /// Reloads the states that a press may toggle and that live outside the core (C42 e: pressing reloads), since other
    /// clients may have changed them. The hold uses the fresh value if it arrives by the threshold.
    private func reloadStates(of button: ButtonDescription) {
        for reference in [button.hold, button.doubleTap, button.tripleTap, button.longHold].compactMap(\.self) {
            controls[reference]?.outsideState?.reload()
        }
    }

    private func perform(_ gesture: ButtonGesture, of button: ButtonChannel) {
        let reference: ControlReference?
        switch gesture {
        case .tap:
            showHint(of: button)
            return
        case .hold: reference = button.description.hold
        case .doubleTap: reference = button.description.doubleTap
        case .tripleTap: reference = button.description.tripleTap
        case .longHold: reference = button.description.longHold
        }
        if let reference, let slot = controls[reference] {
            perform(slot, by: button.description.isTrusted ? .trusted : .panel)
        }
        // This is done last, so that the light goes from the hold's progress to the result without another look in
        // between.
        endHold(of: button)
    }

    private func showHint(of button: ButtonChannel) {
        guard let hint = hint(of: button.description, isUnlocked),
            let redacted = self.hint(of: button.description, false)
        else { return }
        displays.showHint(hint, redacted: redacted)
        speak(hint)
    }

    private func hint(of button: ButtonDescription, _ seesPrivate: Bool) -> String? {
        if let reference = button.hold ?? button.longHold {
            guard let slot = controls[reference] else { return nil }
            let hint = slot.shown(seesPrivate).hint
            return needsPIN(slot, by: button.isTrusted ? .trusted : .panel) ? "\(hint) – PIN needed" : hint
        }
        // A user may have removed all controls of the button.
        return button.doubleTap == nil && button.tripleTap == nil ? "Nothing is placed on '\(button.name)'" : nil
    }
}
