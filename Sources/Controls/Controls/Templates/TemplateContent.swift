/// What a template says, read off it: plain data, which may leave the main actor.
struct TemplateContent: Sendable {
    /// A control, as opposed to the empty template.
    struct Control: Sendable {
        var template: ControlSnapshot.Template
        var label: LabelContent
        /// The value label of a toggle that is off, the action label of a button at rest.
        var inactiveLabel: LabelContent
        /// The value label of a toggle that is on, the action label of a button that runs.
        var activeLabel: LabelContent
        var intent: PerformableIntent
    }

    /// `nil`: the empty template.
    var control: Control?
    /// `nil`: nothing was said; `.some(nil)`: the default was asked for.
    var tint: Color??
    var isDisabled = false
    var isPrivacySensitive = false
    /// Why the body could not be evaluated: what is wrong with the configuration.
    var configurationProblems: [IntentParameterError] = []

    @MainActor
    init(of template: some ControlWidgetTemplate) {
        read(template)
    }

    /// What stands for a control whose configuration is not complete: its body cannot be asked, since it would read
    /// parameters that have no value.
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

/// A template of ours, which ends the descent through bodies.
@MainActor
protocol TemplateElement {
    func describe(in content: inout TemplateContent)
}
