import FoundationEssentials

/// What came of performing a control's action.
public struct ControlOutcome: Sendable {
    /// The control after the action, with its real value, and the failure where the action failed.
    public let control: EvaluatedControl
    /// What the action threw; `nil` where it succeeded.
    public let actionError: (any Error)?
    /// What the provider threw when it was asked for its value after the action; `nil` where it gave one.
    public let valueError: (any Error)?
    /// What the action leaves to the surface, a view to open or an intent to perform next; `nil` where it failed.
    public let performed: PerformedIntent?
    /// The value to ask people for, where the action failed for want of it; it is then performed again with the answer.
    public let request: IntentParameterRequest?
}

/// What came of performing an intent that was given as data.
public struct IntentOutcome: Sendable {
    /// What the intent threw; `nil` where it succeeded.
    public let actionError: (any Error)?
    /// What it leaves to the surface, a view to open or an intent to perform next; `nil` where it failed.
    public let performed: PerformedIntent?
    /// The value to ask people for, where it failed for want of it; it is then performed again with the answer.
    public let request: IntentParameterRequest?
    /// The control after the intent, with its real value; `nil` where there is none, or it could not be had.
    public let control: EvaluatedControl?
    /// Why the control could not be had; `nil` where it could.
    public let valueError: (any Error)?
}

/// Why a control's action was not begun, or its value not had.
public enum ControlActionError: Error, Hashable, Sendable {
    /// The control is disabled.
    case disabled(kind: String)
    /// A button was asked to go to a state.
    case buttonHasNoState(kind: String)
    /// On reload, the control's body had no template, where it had one before.
    case noTemplate(kind: String)
    /// The control's configuration lacks something, or has a value that there is not.
    case incompleteConfiguration(kind: String, problems: [IntentParameterError])
}

extension ControlActionError: CustomStringConvertible {
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

extension String {
    /// The text of an error that an intent or a provider threw: the one that the error has for people, by either protocol,
    /// else its description.
    public init(failure error: any Error) {
        if let error = error as? any CustomLocalizedStringResourceConvertible {
            self.init(localized: error.localizedStringResource)
        } else if let text = (error as? any LocalizedError)?.errorDescription {
            self = text
        } else {
            self.init(describing: error)
        }
    }
}
