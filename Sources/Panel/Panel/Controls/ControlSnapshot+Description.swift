import Configuration
import ControlModel

extension ControlSnapshot {
    /// What is shown of a control that is written in YAML.
    ///
    /// - Parameters:
    ///   - isOn: a toggle's state, `nil` for a control button.
    ///   - sensed: what its sensor says, where it has one that can be read.
    ///   - valueText: the text that is read out for a control button, or that whatever carries a toggle out gives its
    ///     state, where the file gives none.
    ///   - isRunning: whether it is performing, or what it set off goes on.
    ///   - freshness: how far the state is to be trusted.
    ///   - failure: why the last performance failed, or the value cannot be had.
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
            // A program says more than a contact does, where both only show.
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
        if control.action == .show { self.hint = wordsOfWhatShows }
    }

    /// The hint of a control that only shows: its value, since a hold performs nothing.
    var wordsOfWhatShows: String {
        valueText.map { "\(displayName): \($0)" } ?? "'\(displayName)' only shows"
    }
}

extension ControlSnapshot.Privacy {
    /// What a panel's file redacts.
    init(_ privacy: ControlPrivacy) {
        self.init(state: privacy == .state, label: privacy == .label, valueLabel: privacy == .value)
    }
}
