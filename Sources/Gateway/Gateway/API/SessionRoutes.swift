import EventLoop
import HTTP
import LocalAPI

/// The session of a browser: its beginning by a PIN, its end, and requests that need a session.
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
        else { throw Problem(.invalidRequest, "a PIN has only digits") }
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
