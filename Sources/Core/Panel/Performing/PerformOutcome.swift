import ControlModel
import LocalAPI

/// The result of a request to perform a control or an intent.
public struct PerformOutcome: Sendable, Hashable {
    /// Why the performance was refused or failed; `nil` after a success.
    public var failure: String?
    /// Whether nothing was performed at all.
    public var isRefused = false
    /// Whether nothing was performed because the requester lacks the authority.
    var lacksAuthority = false
    /// The missing parameter value, if the performance failed for lack of it (C24: clients ask the user for it).
    public var request: IntentParameterRequest?
    /// The view or entity that the performance opened (C22: `OpenIntent`).
    public var opens: OpenTarget?
    /// The result of the intent (C31: dialog and return value).
    public var returned = IntentReturn()

    /// A successful performance.
    static func performed(opens: OpenTarget? = nil) -> PerformOutcome { PerformOutcome(opens: opens) }

    /// A refused performance.
    static func refused(_ reason: String, lacksAuthority: Bool = false) -> PerformOutcome {
        PerformOutcome(failure: reason, isRefused: true, lacksAuthority: lacksAuthority)
    }

    /// A failed performance.
    static func failed(
        _ reason: String, request: IntentParameterRequest? = nil, opens: OpenTarget? = nil
    ) -> PerformOutcome {
        PerformOutcome(failure: reason, request: request, opens: opens)
    }
}

/// A simulated result that replaces or delays a control's next performance.
public enum PerformOverride: Sendable, Hashable {
    /// The performance fails, with these words.
    case fail(String)
    /// The performance begins after this delay; a delay beyond the time limit fails.
    case delay(Duration)
}
