import ControlModel
import EventLoop

/// An extension as the core sees it: over its socket, or hosted in the core's process by tests.
///
/// Any number of questions may be outstanding. A completion is called at most once, on the loop, never inside the call
/// that asks, and not after its call was cancelled. Time limits are the asker's.
@PanelActor
public protocol ExtensionService: AnyObject {
    /// Called when the extension has come, or has come anew: the time to ask for its description.
    var appeared: (@PanelActor () -> Void)? { get set }

    /// Called when an extension that has answered `describe` has gone.
    var vanished: (@PanelActor () -> Void)? { get set }

    /// Where it is looked for, for people; `nil` where nobody looks for it, so that its absence is nobody's fault.
    var address: String? { get }

    /// Begins to look for the extension, and calls `appeared` where it is there or comes.
    func start()

    /// Ends all that is outstanding.
    func stop()

    /// What it says of itself and its controls.
    func describe(
        _ completion: @escaping @PanelActor (Result<ExtensionDescription, ExtensionFailure>) -> Void
    ) -> any ExtensionCall

    /// A control's body with its provider's value.
    func snapshot(
        _ request: SnapshotRequest,
        _ completion: @escaping @PanelActor (Result<ControlEvaluation, ExtensionFailure>) -> Void
    ) -> any ExtensionCall

    /// Performs an intent, once.
    func perform(
        _ request: PerformRequest,
        _ completion: @escaping @PanelActor (Result<PerformReply, ExtensionFailure>) -> Void
    ) -> any ExtensionCall

    /// The values that a parameter could have.
    func suggest(
        _ request: SuggestRequest,
        _ completion: @escaping @PanelActor (Result<[IntentChoice], ExtensionFailure>) -> Void
    ) -> any ExtensionCall

    /// Tells it where its controls are placed, with their push tokens (C45).
    func pushTokensChanged(_ placements: [PlacedControl])
}

extension ExtensionService {
    /// Nowhere: one that is hosted, or is not to come.
    public var address: String? { nil }
}

/// A question to an extension that has not been answered yet.
@PanelActor
public protocol ExtensionCall: AnyObject {
    /// Takes the question back: what it set off is cancelled, and its completion is not called any more.
    func cancel()
}

/// Why an extension did not do what it was asked to.
public enum ExtensionFailure: Error, Sendable, Hashable {
    /// It could not be reached: nothing was asked of it.
    case absent(reason: String)
    /// It went away before it answered: whether it did what it was asked to is not known.
    case lost
    /// What it answered is no answer; `problem` says why.
    case invalid(problem: String)
    /// It answered with an error.
    case refused(reason: String)
}

extension ExtensionFailure: CustomStringConvertible {
    /// The reason in words, to follow the extension's name.
    public var description: String {
        switch self {
        case .absent(let reason): "cannot be reached: \(reason)"
        case .lost: "went away before it answered"
        case .invalid(let problem): "gave an answer that is none: \(problem)"
        case .refused(let reason): reason
        }
    }
}
