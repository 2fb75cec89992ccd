import EventLoop
import MonotonicTime
import Testing

@testable import LocalAPI

@Suite("A budget for messages", .timeLimit(.minutes(5)))
struct MessageBudgetTests {
    /// A budget that expectations can ask, which take no value that changes.
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

    /// Handles messages from `begin` on, each in a turn of its own that takes `cost`, as long as connections are next.
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

    @Test("messages take 25 ms of the processor in 100 ms; those that come then wait until the window ends")
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

    @Test("users take turns, and so do the connections of each: 16 connections of one do not hold up another's")
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

    @Test("while somebody waits, nobody else goes ahead, though there is room again")
    func nobodyAhead() {
        let budget = Tested()
        #expect(budget.admits("a", of: 1, at: .zero))
        budget.endTurn(.milliseconds(30), at: Self.at(30))
        #expect(!budget.admits("b", of: 1, at: Self.at(31)))
        #expect(!budget.admits("c", of: 2, at: Self.at(110)))
        #expect(budget.next(at: Self.at(110)) == "b")
    }

    @Test(
        "what is used beyond a window's allowance counts in the next, at most one allowance: no message waits for good")
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

    @Test("a turn that is longer than two windows holds up those who wait for one window more, and not for good")
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

    @Test("work that messages cause counts, on the loop and on workers; what the panel does without messages does not")
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

    @Test("a server with a pace answers floods of 16 connections in full, in several windows")
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
            // Only the timer of the pace reports that a window has ended.
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
