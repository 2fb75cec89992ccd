import ControlExtension
import Synchronization

/// A panel that answers what it is told to, when it is told to.
final class FakeConnection: PanelConnection {
    struct Sent: Sendable {
        var request: HostRequest
        var completion: @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    }

    private struct State {
        var requests: [HostRequest] = []
        var waiting: [Sent] = []
        var cancelled = 0
    }

    private let state = Mutex(State())
    private let answer: (@Sendable (HostRequest) -> Result<HostAnswer, PanelConnectionError>)?
    let isThere: Bool

    /// - Parameter answer: Answers each request at once; without it, requests wait for `answerNext`.
    init(
        isThere: Bool = true, answer: (@Sendable (HostRequest) -> Result<HostAnswer, PanelConnectionError>)? = nil
    ) {
        self.isThere = isThere
        self.answer = answer
    }

    /// All requests that were sent, in their order.
    var requests: [HostRequest] { state.withLock { $0.requests } }

    /// How many requests were taken back.
    var cancelled: Int { state.withLock { $0.cancelled } }

    func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> HostCall {
        state.withLock { state in
            state.requests.append(request)
            if answer == nil { state.waiting.append(Sent(request: request, completion: completion)) }
        }
        if let answer { Task { completion(answer(request)) } }
        return HostCall { [self] in
            state.withLock { $0.cancelled += 1 }
            answerNext(.failure(.cancelled))
        }
    }

    /// Answers the oldest request that waits.
    func answerNext(_ result: Result<HostAnswer, PanelConnectionError>) {
        let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        next?.completion(result)
    }
}
