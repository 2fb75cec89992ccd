import EventLoop
import HTTP
import LocalAPI

/// Sessions, the lock, the audit trail and the people.
@PanelActor
struct SessionRoutes {
    let caller: PanelCaller
    let rules: OriginRules

    private struct Session: Encodable {
        var person: String?
        var role: String?
        var seconds: Double?
        var takesPINs: Bool
        var reason: String?
    }

    private struct NewSession: Encodable {
        var token: String
        var person: String?
        var role: String?
        var seconds: Double?
    }

    private struct Attempt: Decodable {
        var pin: String
    }

    private struct History: Encodable {
        var entries: [LogEntry]
        /// Whether names, and controls that are guarded or private, are left out.
        var isReduced: Bool
    }

    private struct People: Encodable {
        var people: [ListedPerson]
    }

    /// The most entries of the trail in one response.
    private static let longestHistory = 1_000

    var routes: [Route] {
        [
            Route("GET", "session") { show($0) },
            Route("POST", "session", lane: .unlocking) { exchange throws(Problem) in try unlock(exchange) },
            // `show` prolongs the session for a request that a person causes.
            Route("POST", "session/touch") { show($0) },
            Route("DELETE", "session", lane: .locking) { exchange in
                caller.askOnce(PanelInterface.EndSession.self, NoParameters(), as: exchange.caller) {
                    exchange.respondEmpty($0)
                }
            },
            Route("POST", "lock", lane: .locking) { exchange in
                caller.askOnce(PanelInterface.Lock.self, NoParameters(), as: exchange.caller) {
                    exchange.respondEmpty($0)
                }
            },
            Route("GET", "history") { exchange throws(Problem) in try history(exchange) },
            Route("GET", "people") { exchange in
                caller.ask(PanelInterface.People.self, NoParameters(), as: exchange.caller, more: true) { result in
                    exchange.respond(result) { People(people: $0.compactMap(\.person)) }
                }
            },
        ]
    }

    private func show(_ exchange: Exchange) {
        let obstacle = rules.pinObstacle(of: exchange.request)
        caller.askOnce(PanelInterface.ShowSession.self, NoParameters(), as: exchange.caller) { result in
            exchange.respond(result) { session in
                Session(
                    person: session.person, role: session.role, seconds: session.seconds, takesPINs: obstacle == nil,
                    reason: obstacle)
            }
        }
    }

    /// Begins a session with a token of its own, and ends the one that the caller had: no other client knows the new token.
    private func unlock(_ exchange: Exchange) throws(Problem) {
        if let obstacle = rules.pinObstacle(of: exchange.request) { throw Problem(.pinUnavailable, obstacle) }
        let pin = try exchange.body(Attempt.self).pin
        guard (1...32).contains(pin.utf8.count),
            pin.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw Problem(.invalidRequest, "a PIN has digits alone") }
        let token = Token.random()
        let client = exchange.stranger.client
        let session = Caller(token: token, isActive: true, client: client, lane: .unlocking)
        let former = Caller(token: exchange.token, client: client, lane: .locking)
        let attempt = PanelInterface.Unlock.Parameters(pin: pin, requestedAt: try exchange.requestedAt())
        caller.askOnce(PanelInterface.Unlock.self, attempt, as: session) { result in
            if case .failure(let problem) = result { return exchange.respond(problem) }
            if former.token != nil {
                caller.askOnce(PanelInterface.EndSession.self, NoParameters(), as: former) { _ in }
            }
            caller.askOnce(PanelInterface.ShowSession.self, NoParameters(), as: session) { result in
                if case .failure = result {
                    // No client gets the token.
                    caller.askOnce(PanelInterface.EndSession.self, NoParameters(), as: session) { _ in }
                }
                exchange.respond(result) {
                    NewSession(token: token, person: $0.person, role: $0.role, seconds: $0.seconds)
                }
            }
        }
    }

    private func history(_ exchange: Exchange) throws(Problem) {
        let text = exchange.query("last") ?? "100"
        guard let last = Int(text), (1...Self.longestHistory).contains(last) else {
            throw Problem(.invalidRequest, "'last' is a number from 1 to \(Self.longestHistory)")
        }
        caller.ask(PanelInterface.Log.self, .init(last: last), as: exchange.caller, more: true) { result in
            guard case .success(let replies) = result, !replies.contains(where: { $0.isReduced == true }) else {
                return exchange.respond(result) { History(entries: $0.compactMap(\.entry), isReduced: true) }
            }
            let others = PanelInterface.Log.Parameters(last: last, performances: true)
            caller.ask(PanelInterface.Log.self, others, as: exchange.caller, more: true) { result in
                exchange.respond(result) {
                    let entries = Self.merged(replies.compactMap(\.entry), $0.compactMap(\.entry))
                    return History(entries: entries.suffix(last), isReduced: false)
                }
            }
        }
    }

    /// Puts performances of unguarded controls, which the trail leaves out, between its entries by their times. Each list
    /// keeps its order.
    static func merged(_ trail: [LogEntry], _ performances: [LogEntry]) -> [LogEntry] {
        var rest = performances[...]
        var entries: [LogEntry] = []
        for entry in trail {
            while let first = rest.first, first.time < entry.time { entries.append(rest.removeFirst()) }
            entries.append(entry)
        }
        return entries + rest
    }

    /// Calls `body` if the caller has a session, or no person has a PIN.
    func require(_ exchange: Exchange, _ body: @escaping @PanelActor () -> Void) {
        caller.askOnce(PanelInterface.ShowSession.self, NoParameters(), as: exchange.caller) { result in
            switch result {
            case .failure(let problem): return exchange.respond(problem)
            case .success(let session) where session.person != nil: return body()
            case .success: break
            }
            caller.askOnce(PanelInterface.Status.self, NoParameters(), as: exchange.caller) { result in
                switch result {
                case .failure(let problem): exchange.respond(problem)
                case .success(let status) where status.hasPINs:
                    exchange.respond(
                        Problem(.authenticationRequired, "a change of the layout by this page needs a PIN"))
                case .success: body()
                }
            }
        }
    }
}

extension Exchange {
    /// Responds without a body, or with the problem.
    func respondEmpty(_ result: Result<some Any, Problem>) {
        switch result {
        case .success: respondEmpty()
        case .failure(let problem): respond(problem)
        }
    }
}
