/// A control that people configure: each placement has its own configuration, and so its own value.
@MainActor @preconcurrency
public struct AppIntentControlConfiguration<
    Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate
>: ControlWidgetConfiguration {
    let control: ConfigurationContent.Control

    /// A control whose template is made of the configuration, and needs no value, or reads it itself.
    ///
    /// - Parameters:
    ///   - kind: The control's identity for good, in reverse-DNS form.
    ///   - intent: What people configure.
    ///   - content: The template for a configuration, made anew on every reload.
    public init(
        kind: String, intent: Configuration.Type = Configuration.self,
        @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
    ) {
        control = ConfigurationContent.Control(
            kind: kind, intent: Configuration.self,
            previewAtOnce: {
                Configured<Configuration>(guessed: [:]).template { TemplateContent(of: content($0)) }
            },
            preview: { values in
                try await Configured<Configuration>(guessing: values).template { TemplateContent(of: content($0)) }
            },
            load: { values in
                try await Configured<Configuration>(values).template { TemplateContent(of: content($0)) }
            })
    }

    /// A control whose template is made of a provider's value for the configuration.
    ///
    /// - Parameters:
    ///   - kind: The control's identity for good, in reverse-DNS form.
    ///   - provider: Asked for the value on every reload of each placement.
    ///   - content: The template for a value.
    public init<Provider: AppIntentControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) where Provider.Configuration == Configuration {
        let preview: @MainActor (Configuration) -> TemplateContent = {
            TemplateContent(of: content(provider.previewValue(configuration: $0)))
        }
        control = ConfigurationContent.Control(
            kind: kind, intent: Configuration.self,
            previewAtOnce: { Configured<Configuration>(guessed: [:]).template(preview) },
            preview: { values in
                try await Configured<Configuration>(guessing: values).template(preview)
            },
            load: { values in
                let configured = try await Configured<Configuration>(values)
                guard configured.problems.isEmpty else {
                    return TemplateContent(incomplete: configured.intent, problems: configured.problems)
                }
                let value = try await Handed(provider).currentValue(configuration: configured.intent).value
                return TemplateContent(of: content(value))
            })
    }

    /// The configuration itself.
    public var body: AppIntentControlConfiguration { self }
}

extension AppIntentControlConfiguration: ConfigurationElement {
    func describe(in content: inout ConfigurationContent) {
        content.control = control
    }
}

/// A configuration with the values of a placement.
struct Configured<Intent: ControlConfigurationIntent>: Sendable {
    let intent: Intent
    let problems: [IntentParameterError]

    /// The configuration of a placement.
    ///
    /// - Throws: What a query throws.
    init(_ values: [String: IntentValue]) async throws {
        let intent = Intent()
        let refused = Self.set(values, on: intent)
        let unknown = try await IntentParameters.resolve(intent)
        self.init(intent, refused: refused + unknown)
    }

    /// A configuration for a preview, which guesses what the values lack.
    ///
    /// - Throws: What a query throws that is asked for an entity of the values.
    init(guessing values: [String: IntentValue]) async throws {
        let intent = Intent()
        let refused = Self.set(values, on: intent)
        await IntentParameters.choosePreview(on: intent)
        let unknown = try await IntentParameters.resolve(intent)
        self.init(intent, refused: refused + unknown)
    }

    /// A configuration for a preview, which guesses what can be guessed without asking anybody.
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

    /// Names that the configuration does not have are passed over: its author may have dropped them since.
    private static func set(_ values: [String: IntentValue], on intent: Intent) -> [IntentParameterError] {
        IntentParameters.set(values, on: intent).filter { problem in
            if case .unknownParameter = problem { false } else { true }
        }
    }
}
