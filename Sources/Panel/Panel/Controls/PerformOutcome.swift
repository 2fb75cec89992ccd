import ControlModel
import LocalAPI

/// What came of asking for a performance.
public struct PerformOutcome: Sendable, Hashable {
    /// Why it did not perform, or failed; `nil` where it succeeded.
    public var failure: String?
    /// Whether nothing was done at all.
    public var isRefused: Bool
    /// The value that is wanted, where it failed for want of it (C24).
    public var request: IntentParameterRequest?
    /// What it opened (C22).
    public var opens: OpenTarget?
    /// The result of its intent (C31).
    public var returned = IntentReturn()

    /// It has performed.
    static func performed(opens: OpenTarget? = nil) -> PerformOutcome {
        PerformOutcome(failure: nil, isRefused: false, request: nil, opens: opens)
    }

    /// It was not performed.
    static func refused(_ reason: String) -> PerformOutcome {
        PerformOutcome(failure: reason, isRefused: true, request: nil, opens: nil)
    }

    /// It failed.
    static func failed(
        _ reason: String, request: IntentParameterRequest? = nil, opens: OpenTarget? = nil
    ) -> PerformOutcome {
        PerformOutcome(failure: reason, isRefused: false, request: request, opens: opens)
    }
}
