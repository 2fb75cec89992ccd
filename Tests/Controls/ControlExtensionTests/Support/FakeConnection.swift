import ControlExtension
import LocalAPI
import Synchronization

/// A panel connection whose answers and their times the test decides.
final class FakeConnection: PanelConnection {
    struct Sent: Sendable {
        var request: HostRequest
        var completion: @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    }

    private struct State {
        var requests: [HostRequest] = []
        var waiting: [Sent] = []
        var cancelled = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let answer: (@Sendable (HostRequest) -> Result<HostAnswer, PanelConnectionError>)?
    let isThere: Bool

    /// - Parameter answer: Answers each request at once. Without `answer`, requests wait for `answerNext`.
    init(
        isThere: Bool = true, answer: (@Sendable (HostRequest) -> Result<HostAnswer, PanelConnectionError>)? = nil
    ) {
        self.isThere = isThere
        self.answer = answer
    }

    /// All requests in their order.
    var requests: [HostRequest] { state.withLock { $0.requests } }

    /// Waits until at least `count` requests have been sent.
    func sent(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isSent = state.withLock { state in
                if state.requests.count < count { state.watchers.append((count, continuation)) }
                return state.requests.count >= count
            }
            if isSent { continuation.resume() }
        }
    }

    /// The number of withdrawn requests.
    var cancelled: Int { state.withLock { $0.cancelled } }

    func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> @Sendable () -> Void {
        let watchers = state.withLock { state in
            state.requests.append(request)
            if answer == nil { state.waiting.append(Sent(request: request, completion: completion)) }
            let count = state.requests.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return state.watchers.filter { $0.count <= count }
        }
        for watcher in watchers { watcher.continuation.resume() }
        if let answer { Task { completion(answer(request)) } }
        return { [self] in
            state.withLock { $0.cancelled += 1 }
            answerNext(.failure(.cancelled))
        }
    }

    /// Answers the oldest waiting request.
    func answerNext(_ result: Result<HostAnswer, PanelConnectionError>) {
        let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        next?.completion(result)
    }
}
