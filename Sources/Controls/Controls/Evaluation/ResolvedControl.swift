/// A control of a bundle, ready to be previewed, loaded and performed.
@MainActor
public struct ResolvedControl {
    /// The control's identity.
    public nonisolated let kind: String
    /// The control with its preview value, as far as it can be had without asking anybody: one whose configuration
    /// needs an entity is incomplete here, where `preview(configuration:)` asks the entity's query.
    public nonisolated let preview: EvaluatedControl
    /// The parameters that each placement configures, in the order of their declaration, with their defaults; empty
    /// for a control that cannot be configured.
    public nonisolated let configurationParameters: [IntentParameterInfo]
    /// Whether people are asked for the configuration when they add the control.
    public nonisolated let promptsForUserConfiguration: Bool
    /// Whether the control wants to be told of its placements' push tokens.
    public nonisolated let wantsPushTokens: Bool
    let pushHandler: (any ControlPushHandler.Type)?
    nonisolated let configurationIntent: (any ControlConfigurationIntent.Type)?
    private let intents: IntentRegistry
    private let configuration: () -> ConfigurationContent
    private let defaultName: String

    /// Evaluates a control with its preview value.
    ///
    /// - Parameters:
    ///   - control: The control.
    ///   - defaultName: Its display name if it has none.
    /// - Returns: `nil` where its configuration or its template is the empty one.
    public init?<Control: ControlWidget>(_ control: Control, defaultName: String) {
        self.init(control, defaultName: defaultName, intents: IntentRegistry())
    }

    init?<Control: ControlWidget>(_ control: Control, defaultName: String, intents: IntentRegistry) {
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
    /// What the configuration lacks has its default, else, of an `AppEnum`, its first case, of an entity, what its query
    /// gives by default or suggests first. What is still lacking then is in the control's `configurationProblems`: it
    /// has no preview before it is configured.
    ///
    /// - Parameter parameters: A placement's values of the configuration's parameters, by their names.
    /// - Throws: `ControlActionError.noTemplate`; what a query throws that is asked for an entity of the configuration.
    public func preview(configuration parameters: [String: IntentValue] = [:]) async throws -> EvaluatedControl {
        let content = configuration()
        guard
            let evaluated = evaluated(
                try await content.control?.preview(parameters), of: content, freshness: .preview,
                parameters: parameters)
        else { throw ControlActionError.noTemplate(kind: kind) }
        if parameters.isEmpty, evaluated.configurationProblems.isEmpty { intents.declare(evaluated.intent.type) }
        return evaluated
    }

    /// Asks the provider for its value, and evaluates the body with it.
    ///
    /// A configuration that is not complete is no error: the control says what it lacks, as its `configurationProblems`.
    ///
    /// - Parameter parameters: A placement's values of the configuration's parameters, by their names. Names that the
    ///   configuration does not have are passed over: its author may have dropped them since they were kept.
    /// - Throws: What the provider throws, or a query that is asked for an entity of the configuration.
    public func load(configuration parameters: [String: IntentValue] = [:]) async throws -> EvaluatedControl {
        let content = configuration()
        guard
            let loaded = evaluated(
                try await content.control?.load(parameters), of: content, freshness: .fresh, parameters: parameters)
        else { throw ControlActionError.noTemplate(kind: kind) }
        return loaded
    }

    /// Performs the action of the control as shown, then loads the control, whether the action failed or not.
    ///
    /// The state that results is the provider's, never the one wished for. Where the provider fails too, the control
    /// stays as it was, marked stale.
    ///
    /// - Parameters:
    ///   - shown: The control as people see it.
    ///   - wish: The state to go to; `nil`: the other one than is shown. For a button `nil`.
    ///   - answers: Values for this performance, by the parameters' names, that people gave to an earlier outcome's
    ///     `request`.
    public func perform(
        _ shown: EvaluatedControl, isOn wish: Bool? = nil, answers: [String: IntentValue] = [:]
    ) async -> ControlOutcome {
        var performed: PerformedIntent?
        var actionError: (any Error)?
        do {
            performed = try await shown.performAction(isOn: wish, answers: answers)
            if let next = performed?.opensIntent { _ = intents.name(of: next.type) }
        } catch {
            actionError = error
        }
        var valueError: (any Error)?
        var control = shown.stale()
        do {
            control = try await load(configuration: shown.configuration)
        } catch {
            valueError = error
        }
        control.failure = actionError.map(String.init(failure:))
        var request: IntentParameterRequest?
        if let actionError { request = await shown.intent.request(for: actionError, answers: answers) }
        return ControlOutcome(
            control: control, actionError: actionError, valueError: valueError, performed: performed, request: request)
    }

    /// The values to choose from for a parameter of the configuration: cases, suggested entities, or what a provider
    /// gives.
    ///
    /// - Throws: `IntentParameterError.unknownParameter`; what a query or provider throws.
    public func suggestions(forParameter name: String) async throws -> [IntentChoice] {
        guard let configurationIntent else {
            throw IntentParameterError.unknownParameter(name: name, intent: preview.snapshot().displayName)
        }
        let intent: any ControlConfigurationIntent = configurationIntent.init()
        return try await IntentParameters.suggestions(forParameter: name, of: intent)
    }

    /// Tells the control's push handler of its placements.
    public func pushTokensDidChange(_ controls: [ControlInfo]) async {
        guard let pushHandler else { return }
        var resolved: [ControlInfo] = []
        for control in controls { resolved.append(await control.resolved(by: configurationIntent)) }
        pushHandler.init().pushTokensDidChange(controls: resolved)
    }

    private func evaluated(
        _ template: TemplateContent?, of content: ConfigurationContent, freshness: ControlSnapshot.Freshness,
        parameters: [String: IntentValue]
    ) -> EvaluatedControl? {
        let evaluated = template.flatMap {
            EvaluatedControl(
                kind: kind, configuration: content, template: $0, defaultName: defaultName, freshness: freshness,
                parameters: parameters)
        }
        if let evaluated, evaluated.configurationProblems.isEmpty { _ = intents.name(of: evaluated.intent.type) }
        return evaluated
    }
}
