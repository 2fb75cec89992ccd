import Configuration
import ControlModel

extension ControlSnapshot {
    /// The snapshot of a control that is described in YAML.
    ///
    /// - Parameters:
    ///   - isOn: a toggle's state; `nil` for a control button.
    ///   - sensed: the reading of the control's sensor; `nil` without a readable sensor.
    ///   - valueText: the text of the control's readout. A toggle's value texts of the panel's file take precedence.
    ///   - isRunning: whether the control performs, or its action is still in progress.
    ///   - freshness: how far the state can be trusted.
    ///   - failure: why the last performance failed, or why the value is unavailable.
    init(
        _ control: ControlDescription, isOn: Bool?, sensed: Bool? = nil, valueText text: String? = nil, isRunning: Bool,
        freshness: Freshness = .fresh, failure: String? = nil
    ) {
        let valueOn = control.sensor?.valueOn ?? control.valueOn
        let valueOff = control.sensor?.valueOff ?? control.valueOff
        let symbol = isOn == true ? control.symbolOn ?? control.symbol : control.symbol
        let hint: String
        let status: String?
        let valueText: String?
        if let isOn {
            hint =
                ControlHint.toggle(
                    isOn: isOn, displayName: control.title,
                    nextValueText: isOn ? valueOff : valueOn,
                    nextActionHint: (isOn ? control.hintTurnOff : control.hintTurnOn) ?? control.hint
                ).text
            status = (isOn ? control.statusTurnOff : control.statusTurnOn) ?? control.status
            // For a `show` control, a program's text says more than a contact's.
            let own = control.action == .show ? text : nil
            valueText = own ?? (isOn ? valueOn : valueOff) ?? text ?? (isOn ? "On" : "Off")
        } else {
            hint =
                ControlHint.button(
                    displayName: control.title, opensView: control.action.opensView, actionHint: control.hint
                ).text
            status = control.status
            valueText = text ?? sensed.map { $0 ? valueOn ?? "On" : valueOff ?? "Off" }
        }
        self.init(
            kind: control.kind, displayName: control.title, controlDescription: control.description,
            template: isOn.map { .toggle(isOn: $0) } ?? .button, title: control.title,
            symbol: symbol.map { .system($0) }, valueText: valueText, tint: control.tint ?? .blue,
            isDisabled: control.isDisabled, isRunning: isRunning, hint: hint, status: status,
            freshness: freshness, failure: failure, privacy: Privacy(control.privacy))
        if control.action == .show || isDisabled { self.hint = wordsOfWhatShows }
    }

    /// The hint of a control of which a hold performs nothing: its value.
    var wordsOfWhatShows: String {
        valueText.map { "\(displayName): \($0)" }
            ?? (isDisabled ? "'\(displayName)' is disabled" : "'\(displayName)' only shows")
    }
}

extension ControlSnapshot.Privacy {
    /// The redaction that the panel's file demands.
    init(_ privacy: ControlPrivacy) {
        self.init(state: privacy == .state, label: privacy == .label, valueLabel: privacy == .value)
    }
}
