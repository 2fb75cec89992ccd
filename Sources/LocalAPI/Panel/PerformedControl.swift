import ControlModel

/// What came of performing a control, or an intent by its name.
public struct PerformedControl: Sendable, Hashable, Codable {
    /// Why it failed; `nil` where it succeeded.
    public var failure: String?
    /// The value that is wanted, where it failed for want of it: to be given by name with another performance (C24).
    public var request: IntentParameterRequest?
    /// What was opened (C22).
    public var opens: OpenTarget?
    /// What is shown of the control afterwards; `nil` for an intent.
    public var control: ListedControl?
    /// The intent's dialog for people (C31).
    public var dialog: String?
    /// The value that the intent returns (C31).
    public var value: IntentValue?
    /// Why the value is left out; `nil` where it is not.
    public var problem: String?
    /// A question that waits to be confirmed: the performance goes on, and another reply follows. Only where `more` was
    /// asked for.
    public var confirmation: String?

    /// An outcome of its parts.
    public init(
        failure: String? = nil, request: IntentParameterRequest? = nil, opens: OpenTarget? = nil,
        control: ListedControl? = nil, confirmation: String? = nil, returned: IntentReturn = IntentReturn()
    ) {
        self.failure = failure
        self.request = request
        self.opens = opens
        self.control = control
        self.confirmation = confirmation
        (dialog, value, problem) = (returned.dialog, returned.value, returned.problem)
    }
}
