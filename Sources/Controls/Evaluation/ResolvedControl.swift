/// A control of a bundle, ready to be previewed, loaded and performed.
@MainActor
public struct ResolvedControl {
    /// The control's identity.
    public nonisolated let kind: String
    /// The control with its preview value.
    public nonisolated let preview: EvaluatedControl
    /// The parameters that each placement configures, in the order of their declaration, with their defaults; empty
    /// for a control that cannot be configured.
    public nonisolated let configurationParameters: [IntentParameterInfo]
    /// Whether people are asked for the configuration when they add the control.
    public nonisolated let promptsForUserConfiguration: Bool
    private let configuration: () -> ConfigurationContent
    private let defaultName: String

    /// Evaluates a control with its preview value.
    ///
    /// - Parameters:
    ///   - control: The control.
    ///   - defaultName: Its display name if it has none.
    /// - Returns: `nil` where its configuration or its template is the empty one.
    public init?<Control: ControlWidget>(_ control: Control, defaultName: String) {
        configuration = { ConfigurationContent(of: control.body) }
        let content = configuration()
        guard let declared = content.control,
            let preview = EvaluatedControl(
                kind: declared.kind, configuration: content, template: declared.preview([:]), defaultName: defaultName,
                freshness: .preview)
        else { return nil }
        kind = declared.kind
        self.preview = preview
        self.defaultName = defaultName
        configurationParameters = declared.parameters
        promptsForUserConfiguration = content.promptsForUserConfiguration
    }

    /// Evaluates the body with the preview value of a configuration.
    ///
    /// What the configuration lacks has its default, else, of an `AppEnum`, its first case.
    ///
    /// - Parameter parameters: A placement's values of the configuration's parameters, by their names.
    /// - Throws: `ControlActionError.noTemplate`.
    public func preview(configuration parameters: [String: IntentValue]) throws(ControlActionError) -> EvaluatedControl
    {
        let content = configuration()
        guard
            let evaluated = evaluated(
                content.control?.preview(parameters), of: content, freshness: .preview, parameters: parameters)
        else { throw .noTemplate(kind: kind) }
        return evaluated
    }

    /// Asks the provider for its value, and evaluates the body with it.
    ///
    /// A configuration that is not complete is no error: the control says what it lacks, as its `configurationProblems`.
    ///
    /// - Parameter parameters: A placement's values of the configuration's parameters, by their names. Names that the
    ///   configuration does not have are passed over: its author may have dropped them since they were kept.
    /// - Throws: What the provider throws.
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
        control.failure = actionError.map(text(of:))
        return ControlOutcome(
            control: control, actionError: actionError, valueError: valueError, performed: performed,
            request: actionError.flatMap(shown.intent.request(for:)))
    }

    private func evaluated(
        _ template: TemplateContent?, of content: ConfigurationContent, freshness: ControlSnapshot.Freshness,
        parameters: [String: IntentValue]
    ) -> EvaluatedControl? {
        template.flatMap {
            EvaluatedControl(
                kind: kind, configuration: content, template: $0, defaultName: defaultName, freshness: freshness,
                parameters: parameters)
        }
    }
}
