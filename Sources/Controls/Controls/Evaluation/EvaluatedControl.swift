/// A control's body, evaluated for one value: its appearance at rest and while its action runs, and the intent that a
/// hold performs.
///
/// The value is plain data, and can be stored and used on any thread.
public struct EvaluatedControl: Sendable {
    /// The control's identity.
    public let kind: String
    /// The intent that the control performs.
    public var intent: PerformableIntent { control.intent }
    /// A toggle's state; `nil` for a button.
    public var isOn: Bool? { control.template.isOn }
    /// Whether the value is a preview, current or stale (C44).
    public package(set) var freshness: ControlSnapshot.Freshness
    /// The reason why the last action failed; `nil` if the action succeeded.
    public var failure: String?
    /// The placement's values of the configuration's parameters, by their names.
    public let configuration: [String: IntentValue]
    /// The invalid and missing values of the configuration. If not empty, the control cannot be performed.
    public let configurationProblems: [IntentParameterError]

    private let displayName: String
    private let controlDescription: String?
    private let control: TemplateContent.Control
    private let tint: Color
    private let isDisabled: Bool
    private let isStatePrivate: Bool

    /// - Returns: `nil` for the empty template.
    @MainActor
    init?(
        kind: String, configuration: ConfigurationContent, template: TemplateContent, defaultName: String,
        freshness: ControlSnapshot.Freshness, parameters: [String: IntentValue] = [:]
    ) {
        guard let control = template.control else { return nil }
        self.kind = kind
        self.freshness = template.configurationProblems.isEmpty ? freshness : .preview
        self.control = control
        self.configuration = parameters
        configurationProblems = template.configurationProblems
        displayName = configuration.displayName ?? defaultName
        controlDescription = configuration.description
        tint = (template.tint ?? nil) ?? .accentColor
        isDisabled = template.isDisabled
        isStatePrivate = template.isPrivacySensitive
    }

    /// The control's appearance, as plain data for every surface.
    ///
    /// - Parameter isRunning: Whether the control's intent is performing.
    public func snapshot(isRunning: Bool = false) -> ControlSnapshot {
        let shown = stateLabel(isRunning: isRunning)
        return ControlSnapshot(
            kind: kind, displayName: displayName, controlDescription: controlDescription, template: template,
            title: control.label.text ?? displayName, symbol: shown.symbol ?? control.label.symbol,
            valueText: valueText(isRunning: isRunning), tint: tint, isDisabled: isDisabled, isRunning: isRunning,
            hint: hintText, status: leadingLabels.lazy.compactMap(\.status).first, freshness: freshness,
            failure: failure ?? configurationProblems.first?.description,
            privacy: ControlSnapshot.Privacy(
                state: isStatePrivate, label: control.label.isPrivacySensitive,
                valueLabel: control.inactiveLabel.isPrivacySensitive || control.activeLabel.isPrivacySensitive
                    || isSubtitleShown && control.label.isPrivacySensitive))
    }

    /// The template as shown. A preview is always in the inactive state (C40).
    private var template: ControlSnapshot.Template {
        switch (freshness, control.template) {
        case (.preview, .toggle): .toggle(isOn: false)
        case (.preview, .button), (.fresh, _), (.stale, _): control.template
        }
    }

    /// The value label of the shown state; for a button, the action label.
    private func stateLabel(isRunning: Bool) -> LabelContent {
        (template.isOn ?? isRunning) ? control.activeLabel : control.inactiveLabel
    }

    /// The labels of the state that the action leads to, the most specific first.
    ///
    /// A button's action leads to the running state, and then back to rest.
    private var leadingLabels: [LabelContent] {
        switch template {
        case .button: [control.activeLabel, control.inactiveLabel, control.label]
        case .toggle(let isOn): [isOn ? control.inactiveLabel : control.activeLabel, control.label]
        }
    }

    /// A toggle shows its state instead.
    private var isSubtitleShown: Bool { template.isOn == nil && control.label.subtitle != nil }

    /// The value label's text; for a button at rest, the label's second text.
    private func valueText(isRunning: Bool) -> String? {
        switch template {
        case .button: (isRunning ? control.activeLabel.text : nil) ?? control.label.subtitle
        case .toggle(let isOn):
            stateLabel(isRunning: isRunning).text ?? LocalizedText(key: isOn ? "On" : "Off").resolved()
        }
    }

    /// The hint, translated if the program's tables contain its pattern.
    private var hintText: String {
        let hint = hint
        return LocalizedText(key: hint.pattern, arguments: [hint.argument], isFormat: true).resolved()
    }

    private var hint: ControlHint {
        let actionHint = leadingLabels.lazy.compactMap(\.actionHint).first
        return switch template {
        case .button:
            ControlHint.button(
                displayName: displayName, opensView: control.intent.opensView, actionHint: actionHint)
        case .toggle(let isOn):
            ControlHint.toggle(
                isOn: isOn, displayName: displayName,
                nextValueText: (isOn ? control.inactiveLabel : control.activeLabel).text, nextActionHint: actionHint)
        }
    }
}
