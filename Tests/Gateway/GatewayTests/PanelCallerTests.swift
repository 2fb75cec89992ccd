import EventLoop
import LocalAPI
import Testing

@testable import Gateway

@PanelActor
@Suite struct PanelCallerTests {
    /// Stands for a request, whose body may be a PIN.
    private final class Request {}

    @Test("a call that has ended keeps nothing of its request")
    func released() async {
        let caller = PanelCaller(path: "/nonexistent/panel")
        weak var kept: Request?
        var problem: Problem.Kind?
        do {
            let request = Request()
            kept = request
            caller.askOnce(PanelInterface.Status.self, NoParameters(), as: Caller()) { result in
                withExtendedLifetime(request) {}
                if case .failure(let reason) = result { problem = reason.kind }
            }
        }
        await EventLoop.panel.settle()
        #expect(problem == .coreAway)
        #expect(kept == nil)
    }

    /// Calls for clients, and the kinds of the problems that have come.
    @PanelActor
    private final class Calls {
        let caller = PanelCaller(path: "/nonexistent/panel")
        var kinds: [Problem.Kind] = []

        func count(_ kind: Problem.Kind) -> Int { kinds.count { $0 == kind } }

        func perform(_ client: Client) {
            caller.ask(PanelInterface.Perform.self, .init(control: "lamp"), as: Caller(client: client), within: nil) {
                self.note($0)
            }
        }

        func ask(_ client: Client, _ lane: RequestPlaces.Lane) {
            caller.ask(PanelInterface.List.self, NoParameters(), as: Caller(client: client, lane: lane), more: true) {
                self.note($0)
            }
        }

        private func note(_ result: Result<some Any, Problem>) {
            if case .failure(let problem) = result { kinds.append(problem.kind) }
        }
    }

    @Test("attack: of seven performances at once, clients without a session have three, and one client has two")
    func performances() async {
        let calls = Calls()
        for _ in 0..<10 { calls.perform(.local) }
        #expect(calls.count(.tooMany) == 8)
        for _ in 0..<2 { calls.perform(.machine("a")) }
        #expect(calls.count(.tooMany) == 9)
        for session in ["a", "b"] {
            for _ in 0..<2 { calls.perform(.session(session)) }
        }
        #expect(calls.count(.tooMany) == 9)
        calls.perform(.session("c"))
        #expect(calls.count(.tooMany) == 10)
        await EventLoop.panel.settle()
        #expect(calls.count(.coreAway) == 7)
    }

    @Test("attack: a client that reads as much as it can takes no place of unlocking, of locking and of sessions")
    func lanes() async {
        let calls = Calls()
        for _ in 0..<200 { calls.ask(.local, .other) }
        let refused = calls.count(.tooMany)
        #expect((160...168).contains(refused))
        calls.ask(.local, .unlocking)
        calls.ask(.local, .locking)
        calls.ask(.session("a"), .other)
        calls.ask(.machine("a"), .other)
        #expect(calls.count(.tooMany) == refused)
    }

    @Test("a token that the core has not confirmed counts for its machine")
    func madeUp() {
        let caller = PanelCaller(path: "/nonexistent/panel")
        let client = caller.client(of: Caller(token: Token.random(), client: .machine("a")))
        #expect(client == .machine("a"))
    }
}
