import EventLoop
import MonotonicTime
import Testing

@testable import LocalAPI

@Suite("A budget for messages", .timeLimit(.minutes(5)))
struct MessageBudgetTests {
    /// Wraps a budget for expectations, which accept no value that changes.
    private final class Tested {
        private var budget = MessageBudget<String>()
        var isEmpty: Bool { budget.isEmpty }

        func admits(_ connection: String, of user: UInt32, at now: MonotonicInstant) -> Bool {
            budget.admits(connection, of: user, at: now)
        }

        func next(at now: MonotonicInstant) -> String? { budget.next(at: now) }
        func remove(_ connection: String) { budget.remove(connection) }
        func endTurn(_ processor: Duration, at now: MonotonicInstant) { budget.endTurn(processor, at: now) }
        func charge(_ processor: Duration, at now: MonotonicInstant) { budget.charge(processor, at: now) }
        func resumption(at now: MonotonicInstant) -> MonotonicInstant? { budget.resumption(at: now) }
    }

    private static func at(_ milliseconds: Double) -> MonotonicInstant {
        .zero.advanced(by: .microseconds(Int64(milliseconds * 1_000)))
    }

    /// Handles messages from `begin` on while connections are next. Each message has its own turn, which takes `cost`.
    private static func handled(
        _ budget: Tested, from begin: Double, cost: Double
    ) -> [String] {
        var (handled, time): ([String], Double) = ([], begin)
        while let connection = budget.next(at: at(time)) {
            handled.append(connection)
            time += cost
            budget.endTurn(.microseconds(Int64(cost * 1_000)), at: at(time))
        }
        return handled
    }

    @Test("messages take 25 ms of the processor in 100 ms, and later ones wait until the window ends")
    func window() {
        let budget = Tested()
        var time = 0.0
        while budget.admits("a", of: 1_000, at: Self.at(time)) {
            time += 1
            budget.endTurn(.milliseconds(1), at: Self.at(time))
        }
        #expect(time == 25)
        #expect(budget.next(at: Self.at(99)) == nil)
        #expect(budget.resumption(at: Self.at(30)) == Self.at(100))
        #expect(budget.next(at: Self.at(100)) == "a")
        #expect(budget.isEmpty && budget.resumption(at: Self.at(100)) == nil)
    }

    @Test("users take turns, as do the connections of each, so that 16 connections of one user delay no other user")
    func roundRobin() {
        let budget = Tested()
        #expect(budget.admits("first", of: 1, at: .zero))
        budget.endTurn(.milliseconds(25), at: Self.at(25))
        for number in 0..<16 { _ = budget.admits("a\(number)", of: 1_000, at: Self.at(26)) }
        for number in 0..<2 { _ = budget.admits("b\(number)", of: 1_001, at: Self.at(27)) }
        #expect(!budget.admits("b0", of: 1_001, at: Self.at(28)), "a connection waits once")
        let order = Self.handled(budget, from: 100, cost: 5)
        #expect(order == ["a0", "b0", "a1", "b1", "a2"])
        budget.remove("a3")
        #expect(Self.handled(budget, from: 200, cost: 12.5) == ["a4", "a5"])
    }

    @Test("a turn of the loop begins no message later than 0.2 ms after its first")
    func slice() {
        let budget = Tested()
        #expect(budget.admits("a", of: 1, at: .zero))
        #expect(budget.admits("b", of: 1, at: Self.at(0.19)))
        #expect(!budget.admits("c", of: 1, at: Self.at(0.2)))
        #expect(budget.next(at: Self.at(0.21)) == nil)
        #expect(budget.resumption(at: Self.at(0.21)) == Self.at(0.21), "the next turn goes on at once")
        budget.endTurn(.microseconds(210), at: Self.at(0.21))
        #expect(budget.next(at: Self.at(0.22)) == "c")
    }

    @Test("while a message waits, no later one overtakes it, even if there is room again")
    func nobodyAhead() {
        let budget = Tested()
        #expect(budget.admits("a", of: 1, at: .zero))
        budget.endTurn(.milliseconds(30), at: Self.at(30))
        #expect(!budget.admits("b", of: 1, at: Self.at(31)))
        #expect(!budget.admits("c", of: 2, at: Self.at(110)))
        #expect(budget.next(at: Self.at(110)) == "b")
    }

    @Test(
        "use beyond a window's allowance counts in the next, at most one allowance, so that each message gets its turn")
    func overdraft() {
        let budget = Tested()
        #expect(budget.admits("a", of: 1, at: .zero))
        budget.endTurn(.milliseconds(40), at: Self.at(40))
        #expect(!budget.admits("a", of: 1, at: Self.at(41)))
        #expect(Self.handled(budget, from: 100, cost: 5) == ["a"])
        #expect(budget.admits("b", of: 1, at: Self.at(106)), "15 ms were carried over, and 5 used")
        budget.endTurn(.seconds(1), at: Self.at(111))
        #expect(!budget.admits("a", of: 1, at: Self.at(112)))
        #expect(budget.next(at: Self.at(200)) == nil)
        budget.endTurn(.seconds(1), at: Self.at(205))
        #expect(budget.next(at: Self.at(300)) == "a", "a window without messages charges the next nothing")
    }

    @Test("a turn longer than two windows delays the waiting messages by only one more window")
    func longTurn() {
        let budget = Tested()
        #expect(budget.admits("a", of: 1, at: .zero))
        budget.endTurn(.milliseconds(30), at: Self.at(30))
        #expect(!budget.admits("b", of: 1, at: Self.at(31)))
        budget.endTurn(.milliseconds(300), at: Self.at(331))
        #expect(budget.next(at: Self.at(331)) == nil)
        #expect(budget.resumption(at: Self.at(332)) == Self.at(431))
        #expect(budget.next(at: Self.at(431)) == "b")
    }

    @Test("work for messages counts, on the loop and on workers, and other work of the panel does not")
    func caused() {
        let budget = Tested()
        budget.endTurn(.milliseconds(90), at: Self.at(1))
        #expect(budget.admits("a", of: 1, at: Self.at(2)))
        budget.endTurn(.milliseconds(1), at: Self.at(3))
        budget.endTurn(.milliseconds(12), at: Self.at(15))
        budget.charge(.milliseconds(12), at: Self.at(15))
        #expect(!budget.admits("b", of: 1, at: Self.at(16)))
        #expect(budget.next(at: Self.at(102)) == "b")
    }

    // MARK: On sockets

    @Test("a paced server answers floods of 16 connections completely, over several windows")
    @PanelActor
    func paced() async throws {
        var budget = MessageBudget<ObjectIdentifier>()
        budget.allowance = .microseconds(100)
        let service = try SampleService(pace: MessagePace(budget))
        defer { service.server.stop() }
        service.server.identify = { VarlinkPeer(user: 1_000, group: 1_000, process: $0.process) }
        let peers = try (0..<16).map { _ in try service.connect() }
        defer { for peer in peers { peer.hangUp() } }
        await EventLoop.panel.settle()
        let begun = EventLoop.panel.now
        for peer in peers {
            for _ in 0..<1 { peer.say(#"{"method":"test.example.Fine"}"#) }
        }
        var heard = peers.map { _ in 0 }
        while heard.contains(where: { $0 < 1 }) {
            // Only the pace's timer reports the end of a window.
            await withCheckedContinuation { continuation in
                EventLoop.panel.makeTimer { continuation.resume() }
                    .arm(at: EventLoop.panel.now.advanced(by: .milliseconds(5)))
            }
            for (index, peer) in peers.enumerated() { heard[index] += peer.heard().count }
        }
        #expect(heard == peers.map { _ in 1 })
        #expect(begun.duration(to: EventLoop.panel.now) >= .milliseconds(200), "each message takes some 10 µs at least")
    }
}
