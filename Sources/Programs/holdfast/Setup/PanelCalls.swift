import EventLoop
import LocalAPI
import MonotonicTime

/// Calls to the running panel within the dialogue's loop.
@PanelActor
final class PanelCalls {
    private let path: String
    private var client: VarlinkClient?
    private var limit: PanelTimer?

    init(path: String) {
        self.path = path
    }

    /// Calls a method, and passes on all replies at the end.
    ///
    /// - Parameters:
    ///   - patience: The time for the whole call; `nil` for a call that takes its time.
    ///   - soFar: Is called with each reply as it comes.
    func ask<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, more: Bool = false,
        within patience: Duration? = PanelClient.patience,
        soFar: @escaping @PanelActor (Method.Reply) -> Void = { _ in },
        completion: @escaping @PanelActor (Result<[Method.Reply], PanelProblem>) -> Void
    ) {
        let path = path
        let client = VarlinkClient(path: path, waitsForRoom: true, usesWorker: false)
        self.client = client
        var replies: [Method.Reply] = []
        let end: @PanelActor (Result<[Method.Reply], PanelProblem>) -> Void = { [weak self] result in
            guard let self, self.client === client else { return }
            stop()
            completion(result)
        }
        if let patience {
            limit = EventLoop.panel.makeTimer { end(.failure(.silent(path: path))) }
            limit?.arm(at: EventLoop.panel.now.advanced(by: patience))
        }
        client.call(method, parameters, more: more) { result in
            switch result {
            case .success(let reply):
                replies.append(reply.value)
                if reply.continues { soFar(reply.value) } else { end(.success(replies)) }
            case .failure(let error): end(.failure(PanelProblem(error, path: path)))
            }
        }
    }

    /// Ends the call under way.
    func stop() {
        limit?.cancel()
        client?.close()
        client = nil
    }
}
