/// A control of a bundle, ready to be previewed, loaded and performed.
@MainActor
public struct ResolvedControl {
    /// The control's identity.
    public nonisolated let kind: String
    /// The control with its preview value.
    public nonisolated let preview: EvaluatedControl
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
                kind: declared.kind, configuration: content, template: declared.preview(), defaultName: defaultName,
                freshness: .preview)
        else { return nil }
        kind = declared.kind
        self.preview = preview
        self.defaultName = defaultName
    }

    /// Asks the provider for its value, and evaluates the body with it.
    ///
    /// - Throws: What the provider throws.
    public func load() async throws -> EvaluatedControl {
        let content = configuration()
        guard let template = try await content.control?.load(),
            let loaded = EvaluatedControl(
                kind: kind, configuration: content, template: template, defaultName: defaultName, freshness: .fresh)
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
    public func perform(_ shown: EvaluatedControl, isOn wish: Bool? = nil) async -> ControlOutcome {
        var actionError: (any Error)?
        do {
            try await shown.performAction(isOn: wish)
        } catch {
            actionError = error
        }
        var valueError: (any Error)?
        var control = shown.stale()
        do {
            control = try await load()
        } catch {
            valueError = error
        }
        control.failure = actionError.map(text(of:))
        return ControlOutcome(control: control, actionError: actionError, valueError: valueError)
    }
}
