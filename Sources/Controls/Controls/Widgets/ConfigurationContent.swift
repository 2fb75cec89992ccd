/// The content of a control's configuration.
@MainActor
struct ConfigurationContent {
    /// A control, as opposed to the empty configuration.
    struct Control {
        let kind: String
        /// The type of the configuration; `nil` if the control is not configurable.
        var intent: (any ControlConfigurationIntent.Type)?
        /// The template for the preview value of a configuration that is guessed without asking a query.
        let previewAtOnce: () -> TemplateContent
        /// The template for the preview value of a configuration.
        let preview: ([String: IntentValue]) async throws -> TemplateContent
        /// The template for the current value of a configuration.
        let load: ([String: IntentValue]) async throws -> TemplateContent
    }

    /// `nil` for the empty configuration.
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

/// A configuration that Holdfast provides. Reading does not descend into its body.
@MainActor
protocol ConfigurationElement {
    func describe(in content: inout ConfigurationContent)
}
