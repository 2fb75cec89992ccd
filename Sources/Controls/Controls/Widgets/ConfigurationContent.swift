/// What a control's configuration says, read off it.
@MainActor
struct ConfigurationContent {
    /// A control, as opposed to the empty configuration.
    struct Control {
        let kind: String
        /// What people configure; `nil` where there is nothing to.
        var intent: (any ControlConfigurationIntent.Type)?
        /// The template for the preview value of the configuration that can be guessed without asking a query.
        let previewAtOnce: () -> TemplateContent
        /// The template for the preview value of a configuration.
        let preview: ([String: IntentValue]) async throws -> TemplateContent
        /// The template for the value now of a configuration.
        let load: ([String: IntentValue]) async throws -> TemplateContent
    }

    /// `nil`: the empty configuration.
    var control: Control?
    var displayName: String?
    var description: String?
    var promptsForUserConfiguration = false
    var pushHandler: (any ControlPushHandler.Type)?

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
