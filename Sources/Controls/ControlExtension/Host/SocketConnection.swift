import EventLoop
import Glibc
import LocalAPI

/// The panel's socket `host`. Each request has a separate, short connection.
package struct SocketConnection: PanelConnection {
    private let path: String

    /// Creates a connection to the socket at `path`, without opening it yet.
    package init(path: String) {
        self.path = path
    }

    package var isThere: Bool { access(path, F_OK) == 0 }

    package func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> HostCall {
        let exchange = HostExchange(path: path, completion: completion)
        Task { @PanelActor in exchange.begin(request) }
        return HostCall { Task { @PanelActor in exchange.end(.failure(.cancelled)) } }
    }
}

/// One request over its own connection.
@PanelActor
private final class HostExchange {
    private let path: String
    private var client: VarlinkClient?
    private var completion: (@Sendable (Result<HostAnswer, PanelConnectionError>) -> Void)?

    nonisolated init(
        path: String, completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) {
        self.path = path
        self.completion = completion
    }

    func begin(_ request: HostRequest) {
        // The request may have been cancelled before it began.
        guard completion != nil else { return }
        client = VarlinkClient(path: path)
        switch request {
        case .reload(let kind):
            call(HostInterface.Reload.self, .init(kind: kind)) { _ in .done }
        case .currentControls:
            call(HostInterface.CurrentControls.self, NoParameters()) { .placements($0.placements) }
        case .confirm(let performance, let dialog):
            call(HostInterface.Confirm.self, .init(performance: performance, dialog: dialog)) {
                .confirmed($0.confirmed)
            }
        case .showActivity(let activity):
            call(HostInterface.ShowActivity.self, .init(activity: activity)) { _ in .done }
        case .endActivity(let id):
            call(HostInterface.EndActivity.self, .init(id: id)) { _ in .done }
        }
    }

    func end(_ result: Result<HostAnswer, PanelConnectionError>) {
        guard let completion else { return }
        self.completion = nil
        client?.close()
        client = nil
        completion(result)
    }

    private func call<Method: HostInterface.Method>(
        _ method: Method.Type, _ parameters: Method.Parameters, answer: @escaping @Sendable (Method.Reply) -> HostAnswer
    ) {
        client?.call(method, parameters) { result in
            // This closure keeps the exchange alive until the answer arrives.
            self.end(result.map { answer($0.value) }.mapError(PanelConnectionError.init))
        }
    }
}

extension PanelConnectionError {
    fileprivate init(_ error: VarlinkClientError) {
        switch error {
        case .unreachable(let path, let code): self = .unreachable(path: path, code: code)
        case .ended: self = .lost
        case .malformed(let problem): self = .invalid(problem)
        case .refused(let name, let parameters, _):
            switch name {
            case HostInterface.NotYours.varlinkName: self = .notYours(kind: parameters["kind"] ?? "")
            case HostInterface.ActivityRefused.varlinkName: self = .activityRefused(id: parameters["id"] ?? "")
            default: self = .refused(name: name)
            }
        }
    }
}
