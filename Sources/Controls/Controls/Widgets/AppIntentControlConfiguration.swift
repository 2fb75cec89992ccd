/// A configurable control. Each placement has its own configuration and value.
public struct AppIntentControlConfiguration<
    Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate
>: ControlWidgetConfiguration, ConfigurationElement {
    let control: ConfigurationContent.Control

    /// A control whose template depends only on the configuration, or reads its value itself.
    ///
    /// - Parameters:
    ///   - kind: The control's permanent identity, in reverse-DNS form.
    ///   - intent: The type of the configuration.
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
    ///   - kind: The control's permanent identity, in reverse-DNS form.
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
            previewAtOnce: { Configured<Configuration>(guessed: [:]).template(preview) },
            preview: { try await Configured<Configuration>(guessing: $0).template(preview) },
            load: { values in
                let configured = try await Configured<Configuration>(values)
                guard configured.problems.isEmpty else {
                    return TemplateContent(incomplete: configured.intent, problems: configured.problems)
                }
                return try await load(configured.intent)
            })
    }

    /// The configuration itself.
    public var body: AppIntentControlConfiguration { self }

    func describe(in content: inout ConfigurationContent) {
        content.control = control
    }
}

/// The configuration of one placement, with its values.
struct Configured<Intent: ControlConfigurationIntent>: Sendable {
    let intent: Intent
    let problems: [IntentParameterError]

    /// Creates the configuration of a placement.
    ///
    /// - Throws: Errors of a query.
    init(_ values: [String: IntentValue]) async throws {
        let intent = Intent()
        let refused = Self.set(values, on: intent)
        let unknown = try await IntentParameters.resolve(intent)
        self.init(intent, refused: refused + unknown)
    }

    /// Creates a configuration for a preview, and guesses missing values.
    ///
    /// - Throws: Errors of a query that loads an entity of the values.
    init(guessing values: [String: IntentValue]) async throws {
        let intent = Intent()
        let refused = Self.set(values, on: intent)
        await IntentParameters.choosePreview(on: intent)
        let unknown = try await IntentParameters.resolve(intent)
        self.init(intent, refused: refused + unknown)
    }

    /// Creates a configuration for a preview, and guesses missing values without asking a query.
    init(guessed values: [String: IntentValue]) {
        let intent = Intent()
        let refused = Self.set(values, on: intent)
        IntentParameters.chooseFirst(on: intent)
        self.init(intent, refused: refused)
    }

    private init(_ intent: Intent, refused: [IntentParameterError]) {
        self.intent = intent
        problems = refused + IntentParameters.missing(in: intent)
    }

    @MainActor
    func template(_ content: (Intent) -> TemplateContent) -> TemplateContent {
        problems.isEmpty ? content(intent) : TemplateContent(incomplete: intent, problems: problems)
    }

    /// Unknown names are ignored, because the author may have removed parameters since the values were stored.
    private static func set(_ values: [String: IntentValue], on intent: Intent) -> [IntentParameterError] {
        IntentParameters.set(values, on: intent).filter { problem in
            if case .unknownParameter = problem { false } else { true }
        }
    }
}
