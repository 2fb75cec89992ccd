/// What a control's configuration says, read off it.
@MainActor
struct ConfigurationContent {
    /// A control, as opposed to the empty configuration.
    struct Control {
        let kind: String
        /// The parameters that people configure.
        var parameters: [IntentParameterInfo] = []
        /// The template for the preview value of a configuration.
        let preview: ([String: IntentValue]) -> TemplateContent
        /// The template for the value now of a configuration.
        let load: ([String: IntentValue]) async throws -> TemplateContent
    }

    /// `nil`: the empty configuration.
    var control: Control?
    var displayName: String?
    var description: String?
    var promptsForUserConfiguration = false

    init(of configuration: some ControlWidgetConfiguration) {
        read(configuration)
    }

    mutating func read(_ configuration: some ControlWidgetConfiguration) {
        if let element = configuration as? any ConfigurationElement {
            element.describe(in: &self)
        } else {
            read(configuration.body)
        }
    }
}

/// A configuration of ours, which ends the descent through bodies.
@MainActor
protocol ConfigurationElement {
    func describe(in content: inout ConfigurationContent)
}
