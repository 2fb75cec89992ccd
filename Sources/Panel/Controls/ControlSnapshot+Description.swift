import Configuration
import Controls

extension ControlSnapshot {
    /// What is shown of a control that is written in YAML.
    ///
    /// - Parameters:
    ///   - isOn: a toggle's state, `nil` for a control button.
    ///   - isRunning: whether it is performing, or what it set off goes on.
    ///   - isStale: whether the state is the last known one, rather than what is so.
    ///   - failure: why the last performance failed.
    init(
        _ control: ControlDescription, isOn: Bool?, isRunning: Bool, isStale: Bool = false, failure: String? = nil
    ) {
        let symbol = isOn == true ? control.symbolOn ?? control.symbol : control.symbol
        let hint: String
        let status: String?
        let valueText: String?
        if let isOn {
            hint =
                ControlHint.toggle(
                    isOn: isOn, displayName: control.title,
                    nextValueText: isOn ? control.valueOff : control.valueOn,
                    nextActionHint: (isOn ? control.hintTurnOff : control.hintTurnOn) ?? control.hint
                ).text
            status = (isOn ? control.statusTurnOff : control.statusTurnOn) ?? control.status
            valueText = isOn ? control.valueOn ?? "On" : control.valueOff ?? "Off"
        } else {
            hint = ControlHint.button(displayName: control.title, actionHint: control.hint).text
            status = control.status
            valueText = nil
        }
        self.init(
            kind: control.kind, displayName: control.title, controlDescription: control.description,
            template: isOn.map { .toggle(isOn: $0) } ?? .button, title: control.title,
            symbol: symbol.map { .system($0) }, valueText: valueText, tint: control.tint ?? .blue,
            isDisabled: control.isDisabled, isRunning: isRunning, hint: hint, status: status,
            freshness: isStale ? .stale : .fresh, failure: failure)
    }
}
