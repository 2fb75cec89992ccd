import EventLoop
import HTTP
import LocalAPI

/// The panel's lock, and the people who have a PIN.
@PanelActor
struct LockRoutes {
    let caller: PanelCaller

    private struct People: Encodable {
        var people: [ListedPerson]
    }

    var routes: [Route] {
        [
            Route("POST", "lock", lane: .locking) { exchange in
                caller.askOnce(PanelInterface.Lock.self, NoParameters(), as: exchange.caller) {
                    exchange.respondEmpty($0)
                }
            },
            Route("GET", "people") { exchange in
                caller.ask(PanelInterface.People.self, NoParameters(), as: exchange.caller, more: true) { result in
                    exchange.respond(result) { People(people: $0.compactMap(\.person)) }
                }
            },
        ]
    }
}
