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

    package func send(_ request: HostRequest, _ completion: @escaping HostCompletion) -> @Sendable () -> Void {
        let exchange = HostExchange(path: path, completion: completion)
        Task { @PanelActor in exchange.begin(request) }
        return { Task { @PanelActor in exchange.end(.failure(.cancelled)) } }
    }
}

/// One request over its own connection.
@PanelActor
private final class HostExchange {
    private let path: String
    private var client: VarlinkClient?
    private var completion: HostCompletion?

    nonisolated init(path: String, completion: @escaping HostCompletion) {
        self.path = path
        self.completion = completion
    }

    func begin(_ request: HostRequest) {
        // The request may have been cancelled before it began.
        guard completion != nil else { return }
        let client = VarlinkClient(path: path)
        self.client = client
        // The closure keeps the exchange alive until the answer arrives.
        request.call(over: client) { self.end($0.mapError(PanelConnectionError.init)) }
    }

    func end(_ result: Result<HostAnswer, PanelConnectionError>) {
        guard let completion else { return }
        self.completion = nil
        client?.close()
        client = nil
        completion(result)
    }
}

extension PanelConnectionError {
    fileprivate init(_ error: VarlinkClientError) {
        switch error {
        case .unreachable(let path, let code): self = .unreachable(path: path, code: code)
        case .ended: self = .lost
        case .malformed(let problem): self = .invalid(problem)
        case .refused(let name, let parameters):
            switch name {
            case HostInterface.NotYours.varlinkName: self = .notYours(kind: parameters["kind"] ?? "")
            case HostInterface.ActivityRefused.varlinkName: self = .activityRefused(id: parameters["id"] ?? "")
            default: self = .refused(name: name)
            }
        }
    }
}
