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

/// The reason why a control did not load.
public enum ControlActionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// On reload, the control's body had no template, although it had one before.
    case noTemplate(kind: String)

    /// The reason in words.
    public var description: String {
        switch self {
        case .noTemplate(let kind): "the control \(kind) has no template any more"
        }
    }
}
