import EventLoop
import HTTP
import LocalAPI
import MonotonicTime

/// Performances that last longer than a request, or wait for an answer to their question.
///
/// ```
///   begin ─┬─ ends within 2 s ─────────────▶ the response has the result
///          └─ 2 s, or a question ─▶ 202 ─ … ─ ends ─▶ event "operation"; GET operations/ID, for 60 s
/// ```
@PanelActor
final class Operations {
    /// The result of a performance, or how far it is.
    struct State: Sendable, Hashable, Encodable {
        /// The identifier.
        var operation: String
        /// Whether the performance has ended.
        var isDone = false
        /// The last question that a person had to answer, until the performance ends.
        var confirmation: String?
        /// The result of a performance that has ended.
        var result: PerformedControl?
        /// Why nothing was performed.
        var problem: Problem?
    }

    /// The longest time until a request is answered.
    private static let patience = Duration.seconds(2)
    /// How long a result can be fetched.
    private static let memory = Duration.seconds(60)
    /// The most operations that are remembered.
    private static let capacity = 256

    /// The operations that were announced to a client, with the token of its session.
    private var states: [String: (state: State, token: String?)] = [:]
    private var timers: [String: PanelTimer] = [:]
    /// Called with each change of an operation.
    var onChange: (@PanelActor (State, _ token: String?) -> Void)?

    /// The operation that the session began; `nil` if there is none, or it ended over a minute ago.
    func state(_ operation: String, of token: String?) -> State? {
        guard let (state, owner) = states[operation], owner == token else { return nil }
        return state
    }

    /// Performs what `begin` begins, and responds to the exchange when it ends, or before.
    ///
    /// - Parameter begin: gets two functions to call: one with each question, one with the end.
    func perform(
        _ exchange: Exchange,
        _ begin: (
            _ asked: @escaping @PanelActor (String) -> Void,
            _ ended: @escaping @PanelActor (Result<PerformedControl, Problem>) -> Void
        ) -> Void
    ) {
        guard states.count < Self.capacity else {
            return exchange.respond(Problem(.tooMany, "\(states.count) performances were begun within a minute"))
        }
        let id = String(Token.random().prefix(16))
        var isAnnounced = false
        var isOver = false
        func announce(_ question: String? = nil) {
            let isFirst = !isAnnounced
            isAnnounced = true
            let state = State(operation: id, confirmation: question)
            states[id] = (state, exchange.token)
            if isFirst { exchange.respond(state, status: .accepted) } else { onChange?(state, exchange.token) }
        }
        let timer = EventLoop.panel.makeTimer { if !isAnnounced, !isOver { announce() } }
        timer.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        begin({ announce($0) }) { [self] result in
            isOver = true
            timer.cancel()
            guard isAnnounced else { return exchange.respond(result) { $0 } }
            var state = State(operation: id, isDone: true)
            switch result {
            case .success(let performed): state.result = performed
            case .failure(let problem): state.problem = problem
            }
            states[id] = (state, exchange.token)
            forget(id, after: Self.memory)
            onChange?(state, exchange.token)
        }
    }

    private func forget(_ id: String, after memory: Duration) {
        let timer = EventLoop.panel.makeTimer { [weak self] in
            self?.states[id] = nil
            self?.timers[id] = nil
        }
        timer.arm(at: EventLoop.panel.now.advanced(by: memory))
        timers[id] = timer
    }
}
