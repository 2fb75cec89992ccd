/// The result of performing a control's action.
public struct ControlOutcome: Sendable {
    /// The control after the action, with the provider's value, and with the failure if the action failed.
    public let control: EvaluatedControl
    /// The error that the action threw; `nil` if the action succeeded.
    public let actionError: (any Error)?
    /// The error that the provider threw after the action; `nil` if the provider returned a value.
    public let valueError: (any Error)?
    /// The follow-up for the surface: a view to open or an intent to perform next. `nil` if the action failed.
    public let performed: PerformedIntent?
    /// The missing value that made the action fail. The caller asks the user for the value, and performs the action
    /// again with the answer.
    public let request: IntentParameterRequest?
}

/// The result of performing an intent that was given as data.
public struct IntentOutcome: Sendable {
    /// The error that the intent threw; `nil` if the intent succeeded.
    public let actionError: (any Error)?
    /// The follow-up for the surface: a view to open or an intent to perform next. `nil` if the intent failed.
    public let performed: PerformedIntent?
    /// The missing value that made the intent fail. The caller asks the user for the value, and performs the intent
    /// again with the answer.
    public let request: IntentParameterRequest?
    /// The control after the intent, with the provider's value; `nil` without a control, or if loading it failed.
    public let control: EvaluatedControl?
    /// The error that loading the control threw; `nil` if loading succeeded.
    public let valueError: (any Error)?
}

/// The reason why a control's action did not begin, or why the control did not load.
public enum ControlActionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The control is disabled.
    case disabled(kind: String)
    /// The caller gave a state for a button, which has none.
    case buttonHasNoState(kind: String)
    /// On reload, the control's body had no template, although it had one before.
    case noTemplate(kind: String)
    /// The control's configuration lacks a value, or has a value that does not exist.
    case incompleteConfiguration(kind: String, problems: [IntentParameterError])

    /// The reason in words.
    public var description: String {
        switch self {
        case .disabled(let kind): "the control \(kind) is disabled"
        case .buttonHasNoState(let kind): "the control \(kind) is a button, which cannot be turned on or off"
        case .noTemplate(let kind): "the control \(kind) has no template any more"
        case .incompleteConfiguration(let kind, let problems):
            "the control \(kind) is not configured: \(problems.map(\.description).joined(separator: "; "))"
        }
    }
}
