import Controls
import EventLoop
import LocalAPI

/// Receives the panel's answer to a request.
package typealias HostCompletion = @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void

/// A connection from a process to its panel: the panel's socket, or, in tests, the panel itself.
package protocol PanelConnection: Sendable {
    /// Whether the panel seems to be running.
    var isThere: Bool { get }

    /// Sends a request without waiting for the answer.
    ///
    /// - Parameter completion: Called once, on any thread, but never during this call.
    /// - Returns: A function that cancels the request. The request then fails with `cancelled`, unless it has been
    ///   answered.
    @discardableResult
    func send(_ request: HostRequest, _ completion: @escaping HostCompletion) -> @Sendable () -> Void
}

/// A connection to no panel, for the process of an intent that captures (C30).
struct NoConnection: PanelConnection {
    var isThere: Bool { false }

    func send(_ request: HostRequest, _ completion: @escaping HostCompletion) -> @Sendable () -> Void {
        Task { completion(.failure(.capturing)) }
        return {}
    }
}

/// The reason why a request to the panel failed.
public enum PanelConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no panel at the socket `path`; `code` is the `errno` of `connect(2)`.
    case unreachable(path: String, code: Int32)
    /// The panel went away before it answered.
    case lost
    /// The answer is malformed.
    case invalid(String)
    /// The kind belongs to another extension.
    case notYours(kind: String)
    /// The caller already shows its maximum of activities, or the activity belongs to another caller.
    case activityRefused(id: String)
    /// The panel answered with another error, with this name.
    case refused(name: String)
    case cancelled
    /// The process performs a `CameraCaptureIntent`, and has no connection to the panel.
    case capturing

    /// The reason as a text.
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
