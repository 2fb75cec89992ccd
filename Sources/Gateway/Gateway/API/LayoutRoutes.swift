import ControlModel
import EventLoop
import HTTP
import LocalAPI

/// The gallery, and the layout with its changes. The bodies are the parameters of the core's methods.
@PanelActor
struct LayoutRoutes {
    let caller: PanelCaller
    let sessions: SessionRoutes

    private struct Gallery: Encodable {
        var controls: [GalleryControl]
    }

    private struct Layout: Encodable {
        var isFixed: Bool
        var items: [LayoutItem]
    }

    var routes: [Route] {
        [
            Route("GET", "gallery") { exchange in
                let search = exchange.query("search")
                caller.ask(PanelInterface.Gallery.self, .init(search: search), as: exchange.caller, more: true) {
                    result in
                    exchange.respond(result) { Gallery(controls: $0.compactMap(\.control)) }
                }
            },
            Route("GET", "layout") { exchange in
                caller.ask(PanelInterface.Layout.self, NoParameters(), as: exchange.caller, more: true) { result in
                    exchange.respond(result) { replies in
                        Layout(isFixed: replies.contains { $0.isFixed == true }, items: replies.compactMap(\.item))
                    }
                }
            },
            Route("POST", "layout/place") { exchange throws(Problem) in
                try change(PanelInterface.Place.self, exchange) { $1.respond($0) { $0.item } }
            },
            Route("POST", "layout/move") { exchange throws(Problem) in
                try change(PanelInterface.Move.self, exchange) { $1.respond($0) { $0.item } }
            },
            Route("POST", "layout/resize") { exchange throws(Problem) in
                try change(PanelInterface.Resize.self, exchange) { $1.respond($0) { $0.item } }
            },
            Route("POST", "layout/configure") { exchange throws(Problem) in
                try change(PanelInterface.Configure.self, exchange) { $1.respond($0) { $0.item } }
            },
            Route("POST", "layout/remove") { exchange throws(Problem) in
                try change(PanelInterface.Remove.self, exchange) { $1.respondEmpty($0) }
            },
            Route("POST", "layout/reset") { exchange throws(Problem) in
                try change(PanelInterface.Reset.self, exchange) { $1.respondEmpty($0) }
            },
        ]
    }

    /// Changes the layout. Once anybody has a PIN, a change takes a session: a browser is easier to reach than the socket.
    private func change<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ exchange: Exchange,
        _ respond: @escaping @PanelActor (Result<Method.Reply, Problem>, Exchange) -> Void
    ) throws(Problem) {
        let parameters = try exchange.body(Method.Parameters.self)
        sessions.require(exchange) {
            caller.askOnce(method, parameters, as: exchange.caller) { respond($0, exchange) }
        }
    }
}
