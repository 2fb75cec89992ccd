import EventLoop
import LocalAPI
import Testing

@testable import Gateway

@PanelActor
@Suite struct OperationsTests {
    /// A performance whose question and end the test decides.
    @PanelActor
    private final class Run {
        var asked: (@PanelActor (String) -> Void)?
        var ended: (@PanelActor (Result<PerformedControl, Problem>) -> Void)?
        /// The identifier; `nil` while the request waits, and after an end before the announcement.
        var operation: String?
        var isRefused = false
    }

    private func begin(_ operations: Operations, for token: String? = nil, of client: Client = .local) -> Run {
        let run = Run()
        let answer = { @PanelActor (answer: Operations.Answer) in
            switch answer {
            case .pending(let state): run.operation = state.operation
            case .ended(.failure(let problem)): run.isRefused = problem.kind == .tooMany
            case .ended(.success): break
            }
        }
        operations.perform(for: token, of: client, answer: answer) { (run.asked, run.ended) = ($0, $1) }
        return run
    }

    private func decline(_ operations: Operations, of client: Client) -> Run {
        let run = begin(operations, of: client)
        run.asked?("Brew a cup?")
        run.ended?(.failure(Problem(.refused, "cancelled")))
        return run
    }

    @Test("attack: 1,000 declined performances of one client leave others their performances and their results")
    func declined() throws {
        let operations = Operations()
        let own = decline(operations, of: .session("a"))
        for _ in 0..<1_000 { #expect(decline(operations, of: .local).isRefused == false) }
        let run = begin(operations, for: "a", of: .session("a"))
        #expect(run.ended != nil && !run.isRefused)
        #expect(operations.state(try #require(own.operation), of: nil)?.problem?.detail == "cancelled")
    }

    @Test("an operation belongs to the session that began it, and without a session to whoever knows its identifier")
    func owner() throws {
        let operations = Operations()
        let stranger = begin(operations)
        stranger.asked?("Sure?")
        stranger.asked?("Really?")
        stranger.ended?(.success(PerformedControl(failure: "jammed", control: nil)))
        let id = try #require(stranger.operation)
        #expect(operations.state(id, of: nil)?.result?.failure == "jammed")
        #expect(operations.state(id, of: "a")?.result?.failure == "jammed", "its client has unlocked meanwhile")
        let run = begin(operations, for: "a", of: .session("a"))
        run.asked?("Sure?")
        run.ended?(.success(PerformedControl(failure: nil, control: nil)))
        let own = try #require(run.operation)
        #expect(operations.state(own, of: "a")?.isDone == true)
        #expect(operations.state(own, of: nil) == nil && operations.state(own, of: "b") == nil)
    }

    @Test(
        "a client that waits for an operation gets its next question and its end, and waits for no change that has been"
    )
    func waiting() throws {
        let operations = Operations()
        let run = begin(operations)
        run.asked?("Sure?")
        let id = try #require(run.operation)
        var changes: [Int?] = []
        func wait(beyond count: Int) {
            operations.wait(for: id, beyond: count) { changes.append(operations.state(id, of: nil)?.changes) }
        }
        wait(beyond: 0)
        wait(beyond: 0)
        #expect(changes.isEmpty)
        run.asked?("Really?")
        #expect(changes == [1, 1])
        wait(beyond: 0)
        #expect(changes == [1, 1, 1])
        wait(beyond: 1)
        run.ended?(.success(PerformedControl(failure: nil, control: nil)))
        #expect(changes == [1, 1, 1, 2])
        wait(beyond: 2)
        #expect(changes == [1, 1, 1, 2, 2], "an operation that has ended does not change any more")
        operations.wait(for: "none", beyond: 0) { changes.append(nil) }
        #expect(changes.count == 6)
    }

    @Test("a request that has waited for its whole time leaves nothing behind")
    func timeLimit() async throws {
        let operations = Operations(longestWait: .zero)
        let run = begin(operations)
        run.asked?("Sure?")
        let id = try #require(run.operation)
        var answers = 0
        for _ in 0..<3 { operations.wait(for: id, beyond: 0) { answers += 1 } }
        #expect(operations.waiterCount == 3)
        await EventLoop.panel.settle()
        #expect(answers == 3 && operations.waiterCount == 0)
        run.asked?("Really?")
        #expect(answers == 3)
    }

    @Test("results have a bound for each client and for all, and a new one displaces one of the client with most")
    func results() {
        var results = KeptResults()
        for number in 0..<16 { #expect(results.add("a\(number)", of: .machine("a")) == nil) }
        #expect(results.add("a16", of: .machine("a")) == "a0")
        for client in 0..<120 {
            for number in 0..<2 {
                #expect(results.add("\(client).\(number)", of: .machine("\(client)")) == nil)
            }
        }
        #expect(results.add("b", of: .session("b")) == "a1")
        results.remove("a2")
        #expect(results.add("c", of: .session("c")) == nil)
    }
}
