import MonotonicTime

extension PanelDescription {
    /// Suggestions about buttons, lights and keypads.
    var adviceOnParts: [Diagnostic] {
        buttons.compactMap(advice) + lights.compactMap(advice) + keypads.compactMap(advice)
    }

    /// The longest hold that an ordinary tap can become: most taps end within 200 ms.
    private static let briefHold = Duration.milliseconds(250)

    /// A button on which a slow tap of two counts as a hold.
    private func advice(on button: ButtonDescription) -> Diagnostic? {
        let taps = button.tripleTap == nil ? "double_tap" : "triple_tap"
        guard button.hold ?? button.longHold != nil, button.doubleTap ?? button.tripleTap != nil,
            button.holdTime < Self.briefHold
        else { return nil }
        return .note(
            "button '\(button.name)': a tap that lasts \(button.holdTime.text) counts as a hold, so that \(taps) is hard to "
                + "do; give hold_time \(Self.briefHold.text) or more", at: button.position)
    }

    /// A light of one colour that is lit while a button's action runs, although the button's sensor has a state. A
    /// coloured light says by its colour that an action runs.
    private func advice(on light: LightDescription) -> Diagnostic? {
        guard !light.output.hasColors, let kind = light.shows?.kind, let shown = control(kind), shown.sensor != nil,
            !shown.action.isToggle,
            shown.action != .show
        else { return nil }
        return .note(
            "light '\(light.name)': it is lit while '\(shown.key)' runs, and not while its sensor is on; to show the sensor, "
                + "have it in a control of its own, without button, and let the light show that", at: light.position)
    }

    /// A keypad with keys that no PIN has.
    private func advice(on keypad: KeypadDescription) -> Diagnostic? {
        guard case .matrix(_, _, let rows) = keypad.source else { return nil }
        let idle = rows.joined().filter { $0 != " " && !$0.isPINDigit && $0 != keypad.enter && $0 != keypad.clear }
        guard !idle.isEmpty else { return nil }
        return .note(
            "keypad\(keypad.name.map { " '\($0)'" } ?? ""): the key\(idle.count == 1 ? "" : "s") "
                + "\(idle.map(String.init).listed("and")) "
                + "\(idle.count == 1 ? "does" : "do") nothing, for a PIN has only digits; write a space for each",
            at: keypad.position)
    }
}
