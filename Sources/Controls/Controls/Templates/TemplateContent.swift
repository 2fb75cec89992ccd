/// The content of a template as plain data, which may leave the main actor.
struct TemplateContent: Sendable {
    /// A control, as opposed to the empty template.
    struct Control: Sendable {
        var template: ControlSnapshot.Template
        var label: LabelContent
        /// The value label of a toggle that is off; the action label of a button at rest.
        var inactiveLabel: LabelContent
        /// The value label of a toggle that is on; the action label of a running button.
        var activeLabel: LabelContent
        var intent: PerformableIntent
    }

    /// `nil` for the empty template.
    var control: Control?
    /// `nil` without a `tint` modifier; `.some(nil)` for an explicit default.
    var tint: Color??
    var isDisabled = false
    var isPrivacySensitive = false
    /// The problems of the configuration, because of which the body was not evaluated.
    var configurationProblems: [IntentParameterError] = []

    @MainActor
    init(of template: some ControlWidgetTemplate) {
        read(template)
    }

    /// The placeholder for a control with an incomplete configuration. Its body is not evaluated, because it would read
    /// parameters without a value.
    init(incomplete configuration: some ControlConfigurationIntent, problems: [IntentParameterError]) {
        control = Control(
            template: .button, label: LabelContent(), inactiveLabel: LabelContent(), activeLabel: LabelContent(),
            intent: PerformableIntent(configuration))
        isDisabled = true
        configurationProblems = problems
    }

    @MainActor
    mutating func read(_ template: some ControlWidgetTemplate) {
        if let element = template as? any TemplateElement {
            element.describe(in: &self)
        } else {
            read(template.body)
        }
    }
}

/// A template that Holdfast provides. Reading does not descend into its body.
@MainActor
protocol TemplateElement {
    func describe(in content: inout TemplateContent)
}
