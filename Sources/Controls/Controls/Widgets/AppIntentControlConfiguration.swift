/// A configurable control. Each placement has its own configuration and value.
public struct AppIntentControlConfiguration<
    Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate
>: ControlWidgetConfiguration, ConfigurationElement {
    let control: ConfigurationContent.Control

    /// A control whose template depends only on the configuration, or reads its value itself.
    ///
    /// - Parameters:
    ///   - kind: The control's permanent identity (`ControlKind`). The panel puts the extension's domain in front.
    ///   - content: The template for a configuration, created again on every reload.
    public init(
        kind: String, intent: Configuration.Type = Configuration.self,
        @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
    ) {
        let template: @MainActor (Configuration) -> TemplateContent = { TemplateContent(of: content($0)) }
        self.init(kind: kind, preview: template, load: template)
    }

    /// A control whose template depends on a provider's value for the configuration.
    ///
    /// - Parameters:
    ///   - kind: The control's permanent identity (`ControlKind`). The panel puts the extension's domain in front.
    ///   - provider: Provides the value on every reload of each placement.
    ///   - content: The template for a value.
    public init<Provider: AppIntentControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) where Provider.Configuration == Configuration {
        let preview: @MainActor (Configuration) -> TemplateContent = {
            TemplateContent(of: content(provider.previewValue(configuration: $0)))
        }
        self.init(kind: kind, preview: preview) { configuration in
            let value = try await Handed(value: provider).currentValue(configuration: configuration).value
            return TemplateContent(of: content(value))
        }
    }

    private init(
        kind: String, preview: @escaping @MainActor (Configuration) -> TemplateContent,
        load: @escaping @MainActor (Configuration) async throws -> TemplateContent
    ) {
        control = ConfigurationContent.Control(
            kind: kind, intent: Configuration.self,
            previewAtOnce: { Configured<Configuration>().template(preview) },
            preview: { try await Configured<Configuration>($0, isPreview: true).template(preview) },
            load: { values in
                let configured = try await Configured<Configuration>(values)
                guard configured.problems.isEmpty else {
                    return TemplateContent(incomplete: configured.intent, problems: configured.problems)
                }
                return try await load(configured.intent)
            })
    }

    public var body: AppIntentControlConfiguration { self }

    func describe(in content: inout ConfigurationContent) {
        content.control = control
    }
}

/// The configuration of one placement, with its values.
struct Configured<Intent: ControlConfigurationIntent>: Sendable {
    let intent = Intent()
    let problems: [IntentParameterError]

    /// - Parameter isPreview: Whether missing values are guessed, for a preview.
    /// - Throws: Errors of a query. A query that only serves a guess may fail.
    init(_ values: [String: IntentValue], isPreview: Bool = false) async throws {
        // Unknown names are ignored, because the author may have removed parameters since the values were stored.
        let refused = IntentParameters.set(values, on: intent).filter { problem in
            if case .unknownParameter = problem { false } else { true }
        }
        // The default of one parameter may depend on the entity of another.
        _ = try await IntentParameters.resolve(intent)
        await IntentParameters.chooseDefaults(on: intent)
        if isPreview { await IntentParameters.choosePreview(on: intent) }
        let unknown = try await IntentParameters.resolve(intent)
        problems = refused + unknown + IntentParameters.missing(in: intent)
    }

    /// Creates a configuration for a preview, and guesses all values without asking a query.
    init() {
        IntentParameters.chooseFirst(on: intent)
        problems = IntentParameters.missing(in: intent)
    }

    @MainActor
    func template(_ content: (Intent) -> TemplateContent) -> TemplateContent {
        problems.isEmpty ? content(intent) : TemplateContent(incomplete: intent, problems: problems)
    }
}
