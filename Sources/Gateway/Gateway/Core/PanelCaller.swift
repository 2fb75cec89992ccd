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
    /// The client that the call counts for, unless the core has confirmed a session with the token.
    var client = Client.local
    /// The places that the call takes.
    var lane = RequestPlaces.Lane.other
}

/// Calls the core's methods, each call by a connection of its own that joins the caller's session.
///
/// ```
///   request ─▶ ask ─▶ queue of its lane ─ room ─▶ connect ─ JoinSession ─ ShowSession ─ method ─▶ replies ─▶ completion
///                     └─ full ─▶ too-many
/// ```
///
/// The core grants a process 24 connections: eight calls at once, seven performances, and nine for events (`EventRoutes`). It
/// also bounds the new connections of a user (`ConnectionPace`). Each lane has places of its own, and counts by client.
@PanelActor
final class PanelCaller {
    /// The most performances at once. They may last, and must not keep others from being answered.
    static let lastingWidth = 7
    /// How many of these may be of clients without a session.
    static let anonymousLastingWidth = 3
    /// The time for the answer of a call that the core answers from memory.
    static let patience = Duration.seconds(10)

    /// How many calls of a lane the core has at once: in all, of clients without a session, and of one client.
    private struct Width {
        var all, anonymous, client: Int

        init(_ lane: RequestPlaces.Lane) {
            (all, anonymous, client) =
                switch lane {
                case .locking: (2, 1, 1)
                case .unlocking: (1, 1, 1)
                case .suggesting: (2, 1, 1)
                case .other, .files: (3, 2, 2)
                }
        }
    }

    /// A call that waits for its place.
    private struct Call {
        let begin: @PanelActor () -> Void
        let refuse: @PanelActor () -> Void
    }

    /// The core's socket.
    let path: String
    /// The token of the session that all callers without one share. No PIN ever unlocks it.
    static let nobodysToken = Token.random()
    private var running: [RequestPlaces.Lane: ClientCounts] = [:]
    private var queues: [RequestPlaces.Lane: CallQueue<Call>] = [:]
    private var sessions = KnownSessions()
    /// The performances under way.
    private var lasting = ClientCounts()
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

    /// The client that the calls of a caller count for.
    func client(of caller: Caller) -> Client {
        guard let token = caller.token, sessions.contains(token) else { return caller.client }
        return .session(token)
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
        let lane = isLasting ? nil : caller.lane
        let owner = client(of: caller)
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
                finish(owner, lane)
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
            if let token = caller.token {
                // The core alone knows whether a session has this token.
                client.call(PanelInterface.ShowSession.self, NoParameters()) { [weak self] result in
                    switch result {
                    case .success(let reply): self?.sessions.note(token, isOpen: reply.value.person != nil)
                    case .failure(let error): end(.failure(Problem(error)))
                    }
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
        let refuse = { @PanelActor in completion(.failure(Problem(.tooMany, "the panel is busy; try again"))) }
        guard let lane else {
            guard hasPlaceToPerform(owner) else {
                return completion(
                    .failure(
                        Problem(.tooMany, "\(lasting.total) performances are in progress; wait until one has ended")))
            }
            lasting.add(owner)
            performances.append(begin)
            return beginWaiting()
        }
        let refused = queues[lane, default: CallQueue(most: 32, mostAnonymous: 64)]
            .add(Call(begin: begin, refuse: refuse), of: owner)
        refused?.refuse()
        beginWaiting()
    }

    private func hasPlaceToPerform(_ client: Client) -> Bool {
        let most =
            switch client {
            case .session, .machine, .local, .broker: 2
            case .board: 4
            }
        return lasting.total < Self.lastingWidth && lasting[client] < most
            && (!client.isAnonymous || lasting.anonymousTotal < Self.anonymousLastingWidth)
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

    private func finish(_ client: Client, _ lane: RequestPlaces.Lane?) {
        guard let lane else { return lasting.remove(client) }
        running[lane]?.remove(client)
        beginWaiting()
    }

    /// Whether the core may have another call of the client at once.
    private func hasRoom(_ lane: RequestPlaces.Lane, for client: Client) -> Bool {
        let (now, width) = (running[lane, default: ClientCounts()], Width(lane))
        return now.total < width.all && now[client] < width.client
            && (!client.isAnonymous || now.anonymousTotal < width.anonymous)
    }

    /// Begins the calls for which there is room: performances and others in turn, so that a flood of either leaves room.
    private func beginWaiting() {
        while true {
            let lane = Self.lanes.first { lane in queues[lane]?.hasNext { hasRoom(lane, for: $0) } == true }
            guard lane != nil || !performances.isEmpty else { return }
            guard pace.admits(at: EventLoop.panel.now) else {
                resume = resume ?? EventLoop.panel.makeTimer { [weak self] in self?.beginWaiting() }
                resume?.arm(at: pace.resumption)
                return
            }
            beganPerformance = !performances.isEmpty && (lane == nil || !beganPerformance)
            if beganPerformance {
                performances.removeFirst()()
            } else if let lane, let next = queues[lane]?.next(where: { hasRoom(lane, for: $0) }) {
                running[lane, default: ClientCounts()].add(next.client)
                next.call.begin()
            }
        }
    }

    /// The lanes in the order in which their calls take a place of the pace.
    private static let lanes: [RequestPlaces.Lane] = [.locking, .unlocking, .other, .suggesting]
}
