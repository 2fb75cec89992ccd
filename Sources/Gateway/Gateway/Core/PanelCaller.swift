import EventLoop
import LocalAPI
import MonotonicTime

/// For whom the gateway calls the core.
struct Caller: Sendable, Hashable {
    /// The token of the caller's session; `nil` for a caller without one.
    var token: String?
    /// Whether a person has caused the call, which prolongs the session. A page also asks by itself.
    var isActive = false
    /// Whether the call joins no session, and has the rights of the gateway's user. The simulated board alone needs that.
    var isGateway = false

    var isAnonymous: Bool { token == nil && !isGateway }
}

/// Calls the core's methods, each call by a connection of its own that joins the caller's session.
///
/// ```
///   request ─▶ ask ─┬─ room ─▶ connect ─ JoinSession ─ method ─▶ reply … last reply ─▶ completion
///                   └─ queue (64) ─ else ─▶ too-many
/// ```
///
/// The core grants a process 16 connections: four calls at once, four performances, and the rest for events. It also bounds
/// the new connections of a user (`ConnectionPace`).
@PanelActor
final class PanelCaller {
    /// The most calls at once that the core answers from memory.
    static let width = 4
    /// The most performances at once. They may last, and must not keep others from being answered.
    static let lastingWidth = 4
    /// How many of these may be of callers without a session.
    static let anonymousWidth = 3
    /// The most calls that wait for others.
    static let queueLength = 64
    /// The time for the answer of a call that the core answers from memory.
    static let patience = Duration.seconds(10)

    /// The core's socket.
    let path: String
    /// The token of the session that all callers without one share. No PIN ever unlocks it.
    static let nobodysToken = Token.random()
    private var running = 0
    /// The performances under way, with their sessions.
    private var lasting: [Caller] = []
    private var queue: [@PanelActor () -> Void] = []
    /// The performances of `lasting` that wait for the pace.
    private var performances: [@PanelActor () -> Void] = []
    /// Whether the last call that began was a performance.
    private var beganPerformance = false
    private var pace = ConnectionPace()
    /// Goes on with the queue when the pace has room again.
    private var resume: PanelTimer?

    init(path: String) {
        self.path = path
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - caller: The session for which the method is called.
    ///   - patience: The time limit; `nil` for a call that the core itself ends in time.
    ///   - soFar: Gets each reply but the last.
    ///   - completion: Gets all replies, or the reason why there are none. Called once.
    func ask<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, as caller: Caller, more: Bool = false,
        within patience: Duration? = patience, soFar: @escaping @PanelActor (Method.Reply) -> Void = { _ in },
        completion: @escaping @PanelActor (Result<[Method.Reply], Problem>) -> Void
    ) {
        let isLasting = patience == nil
        let begin = { @PanelActor [self] in
            let client = VarlinkClient(path: path, usesWorker: false)
            var replies: [Method.Reply] = []
            var limit: PanelTimer?
            var isOver = false
            @PanelActor func end(_ result: Result<[Method.Reply], Problem>) {
                guard !isOver else { return }
                isOver = true
                // The timer holds this function, and this function holds the request with its PIN.
                limit?.cancel()
                limit = nil
                client.close()
                finish(caller, isLasting: isLasting)
                completion(result)
            }
            if let patience {
                limit = EventLoop.panel.makeTimer { end(.failure(Problem(.coreAway, "the panel does not answer"))) }
                limit?.arm(at: EventLoop.panel.now.advanced(by: patience))
            }
            // A client whose connection ends between two calls connects again; the second call would come without its session.
            client.closed = { end(.failure(Problem(.coreAway, "the panel has ended the connection"))) }
            if !caller.isGateway {
                // Without a session the call would have the rights of the gateway's user.
                let session = PanelInterface.JoinSession.Parameters(
                    token: caller.token ?? Self.nobodysToken, prolongs: caller.isActive)
                client.call(PanelInterface.JoinSession.self, session) { result in
                    if case .failure(let error) = result { end(.failure(Problem(error))) }
                }
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
        if isLasting {
            let isFull = caller.isAnonymous && lasting.count(where: \.isAnonymous) >= Self.anonymousWidth
            guard lasting.count < Self.lastingWidth, !isFull else {
                return completion(
                    .failure(Problem(.tooMany, "\(lasting.count) performances go on already; wait for the end of one")))
            }
            lasting.append(caller)
            performances.append(begin)
            beginWaiting()
        } else if queue.count < Self.queueLength {
            queue.append(begin)
            beginWaiting()
        } else {
            completion(.failure(Problem(.tooMany, "the panel is busy with \(running) requests; try again")))
        }
    }

    /// Calls a method that has one reply.
    func askOnce<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, as caller: Caller,
        completion: @escaping @PanelActor (Result<Method.Reply, Problem>) -> Void
    ) {
        ask(method, parameters, as: caller) { result in
            completion(
                result.flatMap { replies in
                    replies.first.map { .success($0) } ?? .failure(Problem(.coreAway, "the panel gave no answer"))
                })
        }
    }

    private func finish(_ caller: Caller, isLasting: Bool) {
        guard !isLasting else {
            if let index = lasting.firstIndex(of: caller) { lasting.remove(at: index) }
            return
        }
        running -= 1
        beginWaiting()
    }

    /// Begins the calls for which there is room: performances and others in turn, so that a flood of either leaves room.
    private func beginWaiting() {
        while !performances.isEmpty || (running < Self.width && !queue.isEmpty) {
            guard pace.admits(at: EventLoop.panel.now) else {
                resume = resume ?? EventLoop.panel.makeTimer { [weak self] in self?.beginWaiting() }
                resume?.arm(at: pace.resumption)
                return
            }
            let canAsk = running < Self.width && !queue.isEmpty
            beganPerformance = !performances.isEmpty && !(canAsk && beganPerformance)
            if beganPerformance {
                performances.removeFirst()()
            } else {
                running += 1
                queue.removeFirst()()
            }
        }
    }
}
