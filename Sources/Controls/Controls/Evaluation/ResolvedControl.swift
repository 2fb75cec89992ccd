/// A control of a bundle, which can be previewed and loaded.
@MainActor
public struct ResolvedControl {
    /// The control's identity.
    public nonisolated let kind: String
    /// The control with its preview value, evaluated without asking a query. A control whose configuration needs an
    /// entity is incomplete here; `preview(configuration:)` asks the entity's query.
    public nonisolated let preview: EvaluatedControl
    /// The parameters that each placement configures, with their defaults, in the order of declaration. Empty for a
    /// control without a configuration.
    public nonisolated let configurationParameters: [IntentParameterInfo]
    /// Whether the panel asks users for the configuration when they add the control.
    public nonisolated let promptsForUserConfiguration: Bool
    /// Whether the control has a handler for its placements' push tokens.
    public nonisolated let wantsPushTokens: Bool
    let pushHandler: (any ControlPushHandler.Type)?
    nonisolated let configurationIntent: (any ControlConfigurationIntent.Type)?
    private let intents: IntentRegistry
    private let configuration: () -> ConfigurationContent
    private let defaultName: String

    /// Evaluates a control with its preview value.
    ///
    /// - Parameters:
    ///   - defaultName: The display name of a control that declares none.
    ///   - intents: The intents of the control's bundle.
    /// - Returns: `nil` if the control's configuration or template is empty.
    public init?<Control: ControlWidget>(
        _ control: Control, defaultName: String, intents: IntentRegistry = IntentRegistry()
    ) {
        configuration = { ConfigurationContent(of: control.body) }
        let content = configuration()
        guard let declared = content.control,
            let preview = EvaluatedControl(
                kind: declared.kind, configuration: content, template: declared.previewAtOnce(),
                defaultName: defaultName,
                freshness: .preview)
        else { return nil }
        kind = declared.kind
        self.preview = preview
        self.defaultName = defaultName
        self.intents = intents
        configurationParameters = declared.intent.map { IntentParameters(of: $0.init()).info } ?? []
        configurationIntent = declared.intent
        pushHandler = content.pushHandler
        wantsPushTokens = content.pushHandler != nil
        promptsForUserConfiguration = content.promptsForUserConfiguration
    }

    /// Evaluates the body with the preview value of a configuration.
    ///
    /// A parameter without a value has its default. Without a default, an `AppEnum` has its first case, and an entity
    /// has the query's default or first suggestion. A required value that is still missing is reported in the control's
    /// `configurationProblems`: such a control has no preview before it is configured.
    ///
    /// - Parameter parameters: A placement's values of the configuration's parameters, by their names.
    /// - Throws: `ControlActionError.noTemplate`; errors of a query that loads an entity of the configuration.
    public func preview(configuration parameters: [String: IntentValue] = [:]) async throws -> EvaluatedControl {
        let content = configuration()
        let evaluated = try evaluated(
            try await content.control?.preview(parameters), of: content, freshness: .preview, parameters: parameters)
        if parameters.isEmpty, evaluated.configurationProblems.isEmpty { intents.declare(evaluated.intent.type) }
        return evaluated
    }

    /// Asks the provider for its value, and evaluates the body with it.
    ///
    /// An incomplete configuration is not an error: the control reports the missing values in `configurationProblems`.
    ///
    /// - Parameter parameters: A placement's values of the configuration's parameters, by their names. Unknown names
    ///   are ignored, because the author may have removed parameters since the values were stored.
    /// - Throws: Errors of the provider, or of a query that loads an entity of the configuration.
    public func load(configuration parameters: [String: IntentValue] = [:]) async throws -> EvaluatedControl {
        let content = configuration()
        return try evaluated(
            try await content.control?.load(parameters), of: content, freshness: .fresh, parameters: parameters)
    }

    /// The parameters of the configuration; one without a default has that of its query or provider.
    public func describedParameters() async -> [IntentParameterInfo] {
        guard let configurationIntent else { return [] }
        let intent: any ControlConfigurationIntent = configurationIntent.init()
        await IntentParameters.chooseDefaults(on: intent)
        return IntentParameters(of: intent).info
    }

    /// The possible values of a parameter of the configuration: cases, suggested entities, or a provider's values.
    ///
    /// - Parameters:
    ///   - values: The values of the parameters that the suggestions depend on.
    /// - Throws: `IntentParameterError.unknownParameter`; errors of a query or provider.
    public func suggestions(
        forParameter name: String, given values: [String: IntentValue] = [:]
    ) async throws -> [IntentChoice] {
        guard let configurationIntent else {
            throw IntentParameterError.unknownParameter(name: name, intent: preview.snapshot().displayName)
        }
        let intent: any ControlConfigurationIntent = configurationIntent.init()
        return try await IntentParameters.suggestions(forParameter: name, of: intent, given: values)
    }

    private func evaluated(
        _ template: TemplateContent?, of content: ConfigurationContent, freshness: ControlSnapshot.Freshness,
        parameters: [String: IntentValue]
    ) throws -> EvaluatedControl {
        guard let template,
            let evaluated = EvaluatedControl(
                kind: kind, configuration: content, template: template, defaultName: defaultName,
                freshness: freshness, parameters: parameters)
        else { throw ControlActionError.noTemplate(kind: kind) }
        if evaluated.configurationProblems.isEmpty { _ = intents.name(of: evaluated.intent.type) }
        return evaluated
    }
}
