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
