import ControlModel
import EventLoop

/// An extension as the core sees it: a process behind a socket, or a bundle hosted in the core's process by tests.
///
/// Any number of calls may be outstanding. A completion is called at most once, on the loop, never inside the method
/// that took it, and not after its call was cancelled. The caller enforces time limits.
@PanelActor
public protocol ExtensionService: AnyObject {
    /// Called when the extension has appeared or reappeared; the owner then calls `describe`.
    var appeared: (@PanelActor () -> Void)? { get set }

    /// Called when an extension that has answered `describe` has gone.
    var vanished: (@PanelActor () -> Void)? { get set }

    /// The extension's address, for people; `nil` if the extension is hosted or not expected, so that its absence is no
    /// fault.
    var address: String? { get }

    /// Starts looking for the extension. Calls `appeared` if it exists now or when it appears later.
    func start()

    /// Cancels all outstanding calls.
    func stop()

    /// Loads the extension's description of itself and its controls.
    ///
    /// - Parameter domain: The domain in which the kinds of its controls have to lie.
    func describe(in domain: String, _ completion: @escaping ExtensionCompletion<ExtensionDescription>)
        -> any ExtensionCall

    /// Loads a control's value from its provider and evaluates its body.
    func snapshot(
        _ request: SnapshotRequest, _ completion: @escaping ExtensionCompletion<ControlEvaluation>
    ) -> any ExtensionCall

    /// Performs an intent, once.
    func perform(
        _ request: PerformRequest, _ completion: @escaping ExtensionCompletion<PerformReply>
    ) -> any ExtensionCall

    /// Lists the possible values of a parameter.
    func suggest(
        _ request: SuggestRequest, _ completion: @escaping ExtensionCompletion<[IntentChoice]>
    ) -> any ExtensionCall

    /// Sends the extension its placed controls with their push tokens (C45).
    func pushTokensChanged(_ placements: [PlacedControl])
}

extension ExtensionService {
    /// `nil`: the default for extensions that are hosted, or not expected.
    public var address: String? { nil }
}

/// Receives the answer of an extension, on the loop.
public typealias ExtensionCompletion<Value> = @PanelActor (Result<Value, ExtensionFailure>) -> Void

/// A call to an extension that has not been answered yet.
@PanelActor
public protocol ExtensionCall: AnyObject {
    /// Cancels the call and the work that it began. Its completion is not called any more.
    func cancel()
}

/// Why an extension did not carry out a call.
public enum ExtensionFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The extension could not be reached: no call was sent.
    case absent(reason: String)
    /// The extension went away before it answered: whether it carried out the call is unknown.
    case lost
    /// The answer is malformed; `problem` says why.
    case invalid(problem: String)
    /// The extension answered with an error.
    case refused(reason: String)

    /// The reason in words; the extension's name goes before it.
    public var description: String {
        switch self {
        case .absent(let reason): "cannot be reached: \(reason)"
        case .lost: "went away before it answered"
        case .invalid(let problem): "gave an answer that is none: \(problem)"
        case .refused(let reason): reason
        }
    }
}
