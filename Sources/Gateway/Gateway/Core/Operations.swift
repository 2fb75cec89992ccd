import EventLoop
import LocalAPI
import MonotonicTime

/// Performances that last longer than a request, or wait for an answer to their question.
///
/// ```
///   begin ─┬─ ends within 2 s ─────────────▶ the response has the result
///          └─ 2 s, or a question ─▶ 202 ─ … ─ ends ─▶ GET operations/ID, for 60 s
/// ```
///
/// An operation belongs to the session that began it. Without a session, it belongs to the client that has the identifier,
/// which no other client is told.
@PanelActor
final class Operations {
    /// The result of a performance, or how far it is.
    struct State: Sendable, Hashable, Encodable {
        var operation: String
        /// How often the state has changed.
        var changes = 0
        /// Whether the performance has ended.
        var isDone = false
        /// The last question that a person had to answer, until the performance ends.
        var confirmation: String?
        /// The result of a performance that has ended.
        var result: PerformedControl?
        /// Why nothing was performed.
        var problem: Problem?
    }

    /// The answer to the request that began an operation.
    enum Answer: Sendable {
        /// The performance has not ended yet.
        case pending(State)
        /// The performance has ended.
        case ended(Result<PerformedControl, Problem>)
    }

    /// The longest time until a request is answered.
    private static let patience = Duration.seconds(2)
    /// How long a result can be fetched.
    private static let memory = Duration.seconds(60)
    /// The longest time that a client waits for a change in one request. Proxies end quiet requests after a minute.
    private let longestWait: Duration

    /// An operation that was announced to its client.
    private struct Entry {
        var state: State
        let token: String?
        var forgetting: PanelTimer?
        /// The requests that wait for a change, by their numbers.
        var waiters: [UInt64: Waiter] = [:]
    }

    private struct Waiter {
        let limit: PanelTimer
        let end: @PanelActor () -> Void
    }

    private var entries: [String: Entry] = [:]
    private var results = KeptResults()
    private var lastWaiter: UInt64 = 0

    init(longestWait: Duration = .seconds(20)) { self.longestWait = longestWait }

    /// The number of requests that wait for a change.
    var waiterCount: Int { entries.values.reduce(0) { $0 + $1.waiters.count } }

    /// The operation that the session began, or that a client began without a session, since the client may have unlocked
    /// meanwhile; `nil` if there is none, or it ended over a minute ago.
    func state(_ operation: String, of token: String?) -> State? {
        guard let entry = entries[operation], entry.token == nil || entry.token == token else { return nil }
        return entry.state
    }

    /// Calls `then` once, when the operation has changed more than `changes` times, is unknown, or `longestWait` is over.
    func wait(for operation: String, beyond changes: Int, then: @escaping @PanelActor () -> Void) {
        guard let entry = entries[operation], entry.state.changes <= changes, !entry.state.isDone else { return then() }
        lastWaiter += 1
        let number = lastWaiter
        let limit = EventLoop.panel.makeTimer { [weak self] in
            self?.entries[operation]?.waiters.removeValue(forKey: number)?.end()
        }
        limit.arm(at: EventLoop.panel.now.advanced(by: longestWait))
        entries[operation]?.waiters[number] = Waiter(limit: limit, end: then)
    }

    /// Performs what `begin` begins, and answers when it ends, or before.
    ///
    /// - Parameters:
    ///   - token: The token of the session; `nil` without one.
    ///   - client: The client whose results are kept.
    ///   - answer: Called once.
    ///   - begin: Gets two functions to call: one with each question, one with the end.
    func perform(
        for token: String?, of client: Client, answer: @escaping @PanelActor (Answer) -> Void,
        _ begin: (
            _ asked: @escaping @PanelActor (String) -> Void,
            _ ended: @escaping @PanelActor (Result<PerformedControl, Problem>) -> Void
        ) -> Void
    ) {
        let id = String(Token.random().prefix(32))
        var isAnnounced = false
        var isOver = false
        func announce(_ question: String? = nil) {
            guard isAnnounced else {
                isAnnounced = true
                let state = State(operation: id, confirmation: question)
                entries[id] = Entry(state: state, token: token)
                return answer(.pending(state))
            }
            change(id) { $0.confirmation = question }
        }
        let timer = EventLoop.panel.makeTimer { if !isAnnounced, !isOver { announce() } }
        timer.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        begin({ announce($0) }) { [self] result in
            isOver = true
            timer.cancel()
            guard isAnnounced else { return answer(.ended(result)) }
            change(id) { state in
                state.isDone = true
                state.confirmation = nil
                switch result {
                case .success(let performed): state.result = performed
                case .failure(let problem): state.problem = problem
                }
            }
            forgetLater(id, of: client)
        }
    }

    private func change(_ id: String, _ body: (inout State) -> Void) {
        guard var entry = entries[id] else { return }
        body(&entry.state)
        entry.state.changes += 1
        let waiters = entry.waiters.sorted { $0.key < $1.key }.map(\.value)
        entry.waiters = [:]
        entries[id] = entry
        for waiter in waiters {
            waiter.limit.cancel()
            waiter.end()
        }
    }

    private func forgetLater(_ id: String, of client: Client) {
        let timer = EventLoop.panel.makeTimer { [weak self] in self?.forget(id) }
        timer.arm(at: EventLoop.panel.now.advanced(by: Self.memory))
        entries[id]?.forgetting = timer
        if let displaced = results.add(id, of: client) { forget(displaced) }
    }

    private func forget(_ id: String) {
        results.remove(id)
        entries.removeValue(forKey: id)?.forgetting?.cancel()
    }
}

/// Which results are kept for their clients. A new one displaces an older one, and never a performance.
struct KeptResults: Sendable {
    /// The most results of one client, and of all.
    static let most = 16, mostInAll = 256

    /// The identifiers with their clients, the oldest first.
    private var kept: [(id: String, client: Client)] = []
    private var counts = ClientCounts()

    /// Keeps a result.
    ///
    /// - Returns: the result that is no longer kept: the client's oldest one, or that of the client with most.
    mutating func add(_ id: String, of client: Client) -> String? {
        kept.append((id, client))
        counts.add(client)
        if counts[client] > Self.most { return removeFirst(of: client) }
        guard kept.count > Self.mostInAll else { return nil }
        return kept.map(\.client).max { counts[$0] < counts[$1] }.flatMap { removeFirst(of: $0) }
    }

    /// Forgets a result.
    mutating func remove(_ id: String) {
        guard let index = kept.firstIndex(where: { $0.id == id }) else { return }
        counts.remove(kept.remove(at: index).client)
    }

    private mutating func removeFirst(of client: Client) -> String? {
        guard let id = kept.first(where: { $0.client == client })?.id else { return nil }
        remove(id)
        return id
    }
}
