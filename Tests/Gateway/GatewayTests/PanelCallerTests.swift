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

    @Test("further performances are refused while four go on, three without a session; other calls are answered")
    func lanes() async throws {
        let caller = PanelCaller(path: "/nonexistent/panel")
        var kinds: [Problem.Kind] = []
        func begin(_ session: Caller) {
            caller.ask(PanelInterface.Perform.self, .init(control: "lamp"), as: session, within: nil) { result in
                if case .failure(let problem) = result { kinds.append(problem.kind) }
            }
        }
        for _ in 0..<4 { begin(Caller()) }
        #expect(kinds == [.tooMany])
        for _ in 0..<2 { begin(Caller(token: Token.random())) }
        #expect(kinds == [.tooMany, .tooMany])
        await EventLoop.panel.settle()
        #expect(kinds.count { $0 == .coreAway } == 4)
    }
}
