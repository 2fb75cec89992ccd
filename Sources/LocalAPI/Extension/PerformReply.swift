import ControlModel

/// What came of performing an intent.
public struct PerformReply: Sendable, Hashable, Codable {
    /// Why it failed; `nil` where it succeeded.
    public var failure: String?
    /// The value that people are asked for, where it failed for want of it (C24).
    public var request: IntentParameterRequest?
    /// What the intent has opened (C22).
    public var opens: OpenTarget?
    /// The intent that is to be performed next, under its own policy (C22).
    public var next: IntentReference?
    /// The control, evaluated anew (C42); `nil` where its provider failed, or for an intent run by name.
    public var evaluation: ControlEvaluation?
    /// Why the control could not be evaluated.
    public var valueFailure: String?
    /// The intent's dialog for people (C31).
    public var dialog: String?
    /// The value that the intent returns (C31).
    public var value: IntentValue?
    /// Why the value is left out; `nil` where it is not.
    public var problem: String?

    /// A reply of its parts.
    public init(
        failure: String? = nil, request: IntentParameterRequest? = nil, opens: OpenTarget? = nil,
        next: IntentReference? = nil, evaluation: ControlEvaluation? = nil, valueFailure: String? = nil,
        returned: IntentReturn = IntentReturn()
    ) {
        self.failure = failure
        self.request = request
        self.opens = opens
        self.next = next
        self.evaluation = evaluation
        self.valueFailure = valueFailure
        (dialog, value, problem) = (returned.dialog, returned.value, returned.problem)
    }

    /// Dialog and value, within their bounds.
    public var returned: IntentReturn { IntentReturn(dialog: dialog, value: value, problem: problem) }
}
