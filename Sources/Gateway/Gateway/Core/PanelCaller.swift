import EventLoop
import LocalAPI
import MonotonicTime

/// Calls the core's methods, each call by a connection of its own that joins the caller's session.
///
/// ```
///   request ─▶ ask ─┬─ room ─▶ connect ─ JoinSession ─ method ─▶ reply … last reply ─▶ completion
///                   └─ queue (64) ─ else ─▶ too-many
/// ```
///
/// The core grants a process 16 connections. Performances may last, so most of the room is for them.
@PanelActor
final class PanelCaller {
    /// The most calls at once.
    static let width = 6
    /// The most calls that wait for others.
    static let queueLength = 64
    /// The time for the answer of a call that the core answers from memory.
    static let patience = Duration.seconds(10)

    /// The core's socket.
    let path: String
    /// The token of the session that all callers without one share. No PIN ever unlocks it.
    static let nobodysToken = Token.random()
    private var running = 0
    private var queue: [@PanelActor () -> Void] = []

    init(path: String) {
        self.path = path
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - token: The token of the session; `nil` for a caller without one.
    ///   - patience: The time limit; `nil` for a call that the core itself ends in time.
    ///   - soFar: Gets each reply but the last.
    ///   - completion: Gets all replies, or the reason why there are none. Called once.
    func ask<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, as token: String?, more: Bool = false,
        within patience: Duration? = patience, soFar: @escaping @PanelActor (Method.Reply) -> Void = { _ in },
        completion: @escaping @PanelActor (Result<[Method.Reply], Problem>) -> Void
    ) {
        let begin = { @PanelActor [self] in
            running += 1
            let client = VarlinkClient(path: path, usesWorker: false)
            var replies: [Method.Reply] = []
            var limit: PanelTimer?
            var isOver = false
            @PanelActor func end(_ result: Result<[Method.Reply], Problem>) {
                guard !isOver else { return }
                isOver = true
                limit?.cancel()
                client.close()
                finish()
                completion(result)
            }
            if let patience {
                limit = EventLoop.panel.makeTimer { end(.failure(Problem(.coreAway, "the panel does not answer"))) }
                limit?.arm(at: EventLoop.panel.now.advanced(by: patience))
            }
            // Without a session the call would have the rights of the gateway's user.
            client.call(PanelInterface.JoinSession.self, .init(token: token ?? Self.nobodysToken)) { result in
                if case .failure(let error) = result { end(.failure(Problem(error))) }
            }
            client.call(method, parameters, more: more) { result in
                switch result {
                case .success(let reply):
                    replies.append(reply.value)
                    if reply.continues { soFar(reply.value) } else { end(.success(replies)) }
                case .failure(let error): end(.failure(Problem(error)))
                }
            }
        }
        if running < Self.width {
            begin()
        } else if queue.count < Self.queueLength {
            queue.append(begin)
        } else {
            completion(.failure(Problem(.tooMany, "the panel is busy with \(running) requests; try again")))
        }
    }

    /// Calls a method that has one reply.
    func askOnce<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, as token: String?,
        completion: @escaping @PanelActor (Result<Method.Reply, Problem>) -> Void
    ) {
        ask(method, parameters, as: token) { result in
            completion(
                result.flatMap { replies in
                    replies.first.map { .success($0) } ?? .failure(Problem(.coreAway, "the panel gave no answer"))
                })
        }
    }

    private func finish() {
        running -= 1
        if !queue.isEmpty { queue.removeFirst()() }
    }
}
