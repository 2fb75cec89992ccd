import ControlModel
import EventLoop
import LocalAPI

/// A stand-in for an extension that does not exist and never appears.
@PanelActor
final class AbsentExtension: ExtensionService {
    var appeared: (@PanelActor () -> Void)?
    var vanished: (@PanelActor () -> Void)?

    nonisolated init() {}

    func start() {}
    func stop() {}

    func describe(
        _ completion: @escaping @PanelActor (Result<ExtensionDescription, ExtensionFailure>) -> Void
    ) -> any ExtensionCall { NoCall() }

    func snapshot(
        _ request: SnapshotRequest,
        _ completion: @escaping @PanelActor (Result<ControlEvaluation, ExtensionFailure>) -> Void
    ) -> any ExtensionCall { NoCall() }

    func perform(
        _ request: PerformRequest, _ completion: @escaping @PanelActor (Result<PerformReply, ExtensionFailure>) -> Void
    ) -> any ExtensionCall { NoCall() }

    func suggest(
        _ request: SuggestRequest,
        _ completion: @escaping @PanelActor (Result<[IntentChoice], ExtensionFailure>) -> Void
    ) -> any ExtensionCall { NoCall() }

    func pushTokensChanged(_ placements: [PlacedControl]) {}
}

/// A call without an effect: an extension that never appears receives no calls.
@PanelActor
final class NoCall: ExtensionCall {
    nonisolated init() {}

    func cancel() {}
}
