import ControlModel
import EventLoop
import FoundationEssentials
import HTTP
import LocalAPI

/// Controls and intents: listing, performing, reloading, and the values that their parameters can have.
@PanelActor
struct ControlRoutes {
    let caller: PanelCaller
    let operations: Operations

    private struct Controls: Encodable {
        var controls: [ListedControl]
    }

    private struct Changes: Encodable {
        var changes: [ListedChange]
    }

    private struct Intents: Encodable {
        var intents: [ListedIntent]
    }

    private struct Wanted: Decodable {
        var isOn: Bool?
        var parameters: [String: IntentValue]?
    }

    private struct Setting: Decodable {
        var isOn: Bool
        var parameters: [String: IntentValue]?
    }

    private struct Answer: Decodable {
        var confirmed: Bool
    }

    var routes: [Route] {
        [
            Route("GET", "controls") { list($0) },
            Route("GET", "controls/{control}") { show($0) },
            Route("GET", "controls/{control}/changes") { exchange in
                let wanted = PanelInterface.Changes.Parameters(control: exchange.value("control"))
                caller.ask(PanelInterface.Changes.self, wanted, as: exchange.caller, more: true) { result in
                    exchange.respond(result) { Changes(changes: $0.compactMap(\.change)) }
                }
            },
            Route("POST", "controls/{control}/perform") { exchange throws(Problem) in
                try perform(exchange, isOn: nil, try exchange.body(Wanted.self).parameters)
            },
            Route("POST", "controls/{control}/set") { exchange throws(Problem) in
                let wanted = try exchange.body(Setting.self)
                try perform(exchange, isOn: wanted.isOn, wanted.parameters)
            },
            Route("POST", "controls/{control}/confirm") { exchange throws(Problem) in
                let confirmed = try exchange.body(Answer.self).confirmed
                let answer = PanelInterface.Confirm.Parameters(
                    control: exchange.value("control"), confirmed: confirmed, requestedAt: try exchange.requestedAt())
                call(PanelInterface.Confirm.self, answer, for: exchange)
            },
            Route("POST", "controls/{control}/reload") { exchange in
                call(PanelInterface.Reload.self, .init(control: exchange.value("control")), for: exchange)
            },
            Route("POST", "reload") { call(PanelInterface.Reload.self, .init(control: nil), for: $0) },
            Route("GET", "controls/{control}/suggestions/{parameter}", lane: .suggesting) { exchange throws(Problem) in
                suggest(
                    .init(
                        control: exchange.value("control"), parameter: exchange.value("parameter"),
                        values: try chosen(exchange)), for: exchange)
            },
            Route("GET", "operations/{operation}") { exchange throws(Problem) in try showOperation(exchange) },
            Route("GET", "intents") { exchange in
                caller.ask(PanelInterface.Intents.self, NoParameters(), as: exchange.caller, more: true) { result in
                    exchange.respond(result) { Intents(intents: $0.compactMap(\.intent)) }
                }
            },
            Route("POST", "intents/{intent...}/run") { exchange throws(Problem) in
                try run(exchange, try exchange.body(Wanted.self).parameters)
            },
            Route("GET", "intents/{intent...}/suggestions/{parameter}", lane: .suggesting) { exchange throws(Problem) in
                suggest(
                    .init(
                        intent: exchange.value("intent"), parameter: exchange.value("parameter"),
                        values: try chosen(exchange)), for: exchange)
            },
        ]
    }

    /// Responds with an operation's state, to its session alone: a result may be private, and the session may have ended.
    ///
    /// With `after`, the response waits until the state has changed more often than this.
    private func showOperation(_ exchange: Exchange) throws(Problem) {
        let operation = exchange.value("operation")
        guard let text = exchange.query("after") else { return respond(exchange, operation) }
        guard let changes = Int(text), changes >= 0 else {
            throw Problem(.invalidRequest, "'after' must be the member 'changes' of an earlier answer")
        }
        guard operations.state(operation, of: exchange.token) != nil else { return respond(exchange, operation) }
        operations.wait(for: operation, beyond: changes) { respond(exchange, operation) }
    }

    private func respond(_ exchange: Exchange, _ operation: String) {
        caller.askOnce(PanelInterface.ShowSession.self, NoParameters(), as: exchange.caller) { result in
            let isEnded: Bool
            switch result {
            case .failure(let problem) where exchange.token != nil: return exchange.respond(problem)
            case .failure: isEnded = false
            case .success(let session): isEnded = exchange.token != nil && session.person == nil
            }
            guard !isEnded, let state = operations.state(operation, of: exchange.token) else {
                return exchange.respond(
                    Problem(.noSuchOperation, "the operation is unknown, belongs to another session, or ended long ago")
                )
            }
            exchange.respond(state)
        }
    }

    private func list(_ exchange: Exchange) {
        caller.ask(PanelInterface.List.self, NoParameters(), as: exchange.caller, more: true) { result in
            exchange.respond(result) { Controls(controls: $0.compactMap(\.control)) }
        }
    }

    private func show(_ exchange: Exchange) {
        let name = exchange.value("control")
        caller.askOnce(PanelInterface.Show.self, .init(control: name), as: exchange.caller) { result in
            exchange.respond(result) { $0.control }
        }
    }

    private func perform(
        _ exchange: Exchange, isOn: Bool?, _ parameters: [String: IntentValue]?
    ) throws(Problem) {
        let wanted = PanelInterface.Perform.Parameters(
            control: exchange.value("control"), isOn: isOn, parameters: parameters,
            requestedAt: try exchange.requestedAt())
        begin(PanelInterface.Perform.self, wanted, for: exchange)
    }

    private func run(_ exchange: Exchange, _ parameters: [String: IntentValue]?) throws(Problem) {
        let wanted = PanelInterface.Run.Parameters(
            intent: exchange.value("intent"), parameters: parameters, requestedAt: try exchange.requestedAt())
        begin(PanelInterface.Run.self, wanted, for: exchange)
    }

    private func begin<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ wanted: Method.Parameters, for exchange: Exchange
    ) where Method.Reply == PerformedControl {
        let answer: @PanelActor (Operations.Answer) -> Void = { answer in
            switch answer {
            case .pending(let state): exchange.respond(state, status: .accepted)
            case .ended(let result): exchange.respond(result) { $0 }
            }
        }
        let client = caller.client(of: exchange.caller)
        operations.perform(for: exchange.token, of: client, answer: answer) { asked, ended in
            // The core bounds the time of each performance.
            caller.ask(
                method, wanted, as: exchange.caller, more: method == PanelInterface.Perform.self, within: nil,
                soFar: { if let question = $0.confirmation { asked(question) } }
            ) { result in
                ended(
                    result.flatMap { replies in
                        replies.last.map { .success($0) } ?? .failure(Problem(.coreAway, "the panel gave no answer"))
                    })
            }
        }
    }

    /// The values of other parameters, a JSON object in the query; `nil` without any.
    private func chosen(_ exchange: Exchange) throws(Problem) -> [String: IntentValue]? {
        guard let text = exchange.query("values") else { return nil }
        do {
            return try JSONDecoder().decode([String: IntentValue].self, from: Data(text.utf8))
        } catch {
            throw Problem(.invalidRequest, "'values' is not a JSON object of parameters' values")
        }
    }

    private func suggest(_ parameters: PanelInterface.Suggest.Parameters, for exchange: Exchange) {
        caller.askOnce(PanelInterface.Suggest.self, parameters, as: exchange.caller) { result in
            // The core names its own parameter for any of the three.
            if case .failure(let problem) = result, problem.kind == .invalidRequest {
                return exchange.respond(Problem(.notFound, "there is no such control, intent or parameter"))
            }
            exchange.respond(result) { $0 }
        }
    }

    private func call<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, for exchange: Exchange
    ) {
        caller.askOnce(method, parameters, as: exchange.caller) { exchange.respondEmpty($0) }
    }
}
