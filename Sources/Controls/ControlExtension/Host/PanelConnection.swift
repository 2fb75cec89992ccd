import Controls
import EventLoop
import LocalAPI

/// A way to the panel that a process belongs to: its socket, or, in tests, the panel itself.
package protocol PanelConnection: Sendable {
    /// Whether there seems to be a panel.
    var isThere: Bool { get }

    /// Sends a request. Never waits.
    ///
    /// - Parameter completion: Is called once, on any thread, but not inside this call.
    @discardableResult
    func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> HostCall
}

/// No panel: an intent that captures performs in a process that cannot ask one.
struct NoConnection: PanelConnection {
    var isThere: Bool { false }

    func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> HostCall {
        Task { completion(.failure(.capturing)) }
        return HostCall {}
    }
}

/// What a process asks of the panel that it belongs to, by the methods of `io.holdfast.Host`.
package enum HostRequest: Sendable, Hashable {
    /// Reload the placements of a kind; `nil`: of all kinds of the caller (C42).
    case reload(kind: String?)
    /// Where the caller's controls are placed (C46).
    case currentControls
    /// Ask people to confirm what a performance is about to do (C24).
    case confirm(performance: String, dialog: String?)
    /// Show an activity, or change one (C29).
    case showActivity(LocalAPI.ActivityState)
    /// End an activity.
    case endActivity(id: String)
}

/// What a panel answers.
package enum HostAnswer: Sendable, Hashable {
    /// It is done.
    case done
    /// The placements that were asked for.
    case placements([PlacedControl])
    /// Whether people confirmed.
    case confirmed(Bool)
}

/// A request that has not been answered yet.
package struct HostCall: Sendable {
    /// Takes the request back: it fails as cancelled, unless it has been answered.
    package let cancel: @Sendable () -> Void

    /// A request that `cancel` takes back.
    package init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }
}

/// Why a panel did not do what a process asked of it.
public enum PanelConnectionError: Error, Sendable, Hashable {
    /// There is no panel at the socket `path`; `code` is what `connect(2)` left in `errno`.
    case unreachable(path: String, code: Int32)
    /// The panel went away before it answered.
    case lost
    /// What came is no answer.
    case invalid(String)
    /// The kind belongs to another extension.
    case notYours(kind: String)
    /// The panel shows as many activities as it may, or the activity is another's.
    case activityRefused(id: String)
    /// The panel answered with another error, of this name.
    case refused(name: String)
    /// The request was taken back.
    case cancelled
    /// A `CameraCaptureIntent` performs in a process that cannot ask the panel.
    case capturing
}

extension PanelConnectionError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .unreachable(let path, let code): "no panel answers at \(path): \(SystemCall.message(code))"
        case .lost: "the panel went away before it answered"
        case .invalid(let problem): "the panel gave an answer that is none: \(problem)"
        case .notYours(let kind): "the kind \(kind) is not one of this user's extensions"
        case .activityRefused(let id): "the panel refuses the activity \(id): it shows as many as it may"
        case .refused(let name): "the panel refused: \(name)"
        case .cancelled: "the request was taken back"
        case .capturing: "an intent that captures cannot ask the panel"
        }
    }
}
