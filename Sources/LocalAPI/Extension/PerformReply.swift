import Controls

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

    /// A reply of its parts.
    public init(
        failure: String? = nil, request: IntentParameterRequest? = nil, opens: OpenTarget? = nil,
        next: IntentReference? = nil, evaluation: ControlEvaluation? = nil, valueFailure: String? = nil
    ) {
        self.failure = failure
        self.request = request
        self.opens = opens
        self.next = next
        self.evaluation = evaluation
        self.valueFailure = valueFailure
    }
}
