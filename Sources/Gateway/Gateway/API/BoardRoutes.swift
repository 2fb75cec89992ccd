import EventLoop
import HTTP
import LocalAPI

/// The simulated board of a panel, for the person who has opened the address that the gateway has printed.
///
/// The routes are no part of the API: they exist beside a simulated board alone, and serve the page's view of it. The core
/// lets administrators alone work the board, and the gateway runs as one of them. Other users of the machine reach the
/// gateway, too, and lack the secret of the address.
@PanelActor
struct BoardRoutes {
    /// Where the routes begin.
    static let root = "/board/"
    /// The header with the secret. A page of another site cannot send it without the browser's question (Fetch, 4.8).
    nonisolated static let keyHeader = "X-Holdfast-Board"
    /// The longest press, in seconds: a page that goes away in the middle of one leaves no button down.
    static let longestPress = 60.0

    let caller: PanelCaller
    let feed: BoardFeed
    /// The secret of the board's address.
    let key: String

    /// A new secret.
    nonisolated static func newKey() -> String { String(Token.random().prefix(32)) }

    private struct Lights: Encodable {
        var lights: [ListedLight]
    }

    var routes: [Route] {
        let routes =
            [
                Route("GET", "parts") { exchange in
                    caller.askOnce(BoardInterface.Parts.self, NoParameters(), as: Self.caller) {
                        exchange.respond($0) { $0 }
                    }
                },
                Route("GET", "lights") { exchange in
                    caller.ask(PanelInterface.Lights.self, NoParameters(), as: Self.caller, more: true) { result in
                        exchange.respond(result) { Lights(lights: $0.compactMap(\.light)) }
                    }
                },
                Route("GET", "events") { exchange throws(Problem) in try feed.add(exchange.http) },
                Route("POST", "press") { exchange throws(Problem) in
                    try press(exchange, try exchange.body(BoardInterface.ButtonParameters.self))
                },
                Route("POST", "keys") { exchange throws(Problem) in
                    var keys = try exchange.body(BoardInterface.Keys.Parameters.self)
                    keys.requestedAt = try exchange.requestedAt()
                    caller.ask(BoardInterface.Keys.self, keys, as: Self.caller, within: nil) {
                        exchange.respondEmpty($0)
                    }
                },
                action("release", BoardInterface.Release.self), action("stick", BoardInterface.Stick.self),
                action("unstick", BoardInterface.Unstick.self),
                action("chatter", BoardInterface.Chatter.self, lasts: true),
                action("sense", BoardInterface.Sense.self), action("drop", BoardInterface.Drop.self),
                action("unplug", BoardInterface.Unplug.self), action("replug", BoardInterface.Replug.self),
            ]
        return routes.map { route in
            Route(route.method, route.pattern) { exchange throws(Problem) in
                guard exchange.request.header(Self.keyHeader) == key else {
                    throw Problem(
                        .refused, "the key is not this board's: open the address that 'holdfast up' has printed")
                }
                try route.answer(exchange)
            }
        }
    }

    private static let caller = Caller(isGateway: true, client: .board)

    /// Responds once the button is down. The press goes on until `release`.
    private func press(_ exchange: Exchange, _ button: BoardInterface.ButtonParameters) throws(Problem) {
        let press = BoardInterface.Press.Parameters(
            button: button.button, seconds: Self.longestPress, requestedAt: try exchange.requestedAt())
        caller.ask(
            BoardInterface.Press.self, press, as: Self.caller, more: true, within: nil,
            soFar: { _ in exchange.respondEmpty() }, completion: { exchange.respondEmpty($0) })
    }

    /// A route that calls a method of the board with the body as its parameters.
    ///
    /// - Parameter lasts: Whether the board itself bounds the time of the call.
    private func action<Method: BoardInterface.Method>(
        _ path: String, _ method: Method.Type, lasts: Bool = false
    ) -> Route {
        Route("POST", path) { exchange throws(Problem) in
            let patience = lasts ? nil : PanelCaller.patience
            caller.ask(method, try exchange.body(Method.Parameters.self), as: Self.caller, within: patience) {
                exchange.respondEmpty($0)
            }
        }
    }
}
