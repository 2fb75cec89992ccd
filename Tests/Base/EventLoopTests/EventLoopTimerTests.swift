import EventLoop
import Foundation
import MonotonicTime
import TestSupport
import Testing

@Suite("Timers on the loop", .timeLimit(.minutes(5)))
@PanelActor
struct EventLoopTimerTests {
    private let loop = EventLoop.panel

    /// A deadline long ago.
    private func past(_ nanoseconds: Int64 = 1) -> MonotonicInstant { MonotonicInstant(nanoseconds: nanoseconds) }

    @Test("no timer fires before its deadline, and timers fire in the order of their deadlines")
    func order() async {
        var generator = SplitMix64(seed: 7)
        var fired: [MonotonicInstant] = []
        var early = 0
        let start = loop.now
        let deadlines = (0..<200).map { _ in
            start.advanced(by: .microseconds(Int.random(in: -2_000...40_000, using: &generator)))
        }
        await withCheckedContinuation { continuation in
            for deadline in deadlines {
                let timer = loop.makeTimer {
                    if EventLoop.panel.now < deadline { early += 1 }
                    fired.append(deadline)
                    if fired.count == deadlines.count { continuation.resume() }
                }
                timer.arm(at: deadline)
            }
            #expect(fired.isEmpty, "armed for the past, it fires in the next turn")
        }
        #expect(early == 0)
        // The timers of one turn fire in their order, and so do the turns.
        #expect(fired == deadlines.sorted())
    }

    @Test("timers with one deadline fire in the order in which they were armed")
    func ties() async throws {
        var fired: [Int] = []
        let timers = (0..<5).map { number in loop.makeTimer { fired.append(number) } }
        for number in [3, 1, 4, 0, 2] { timers[number].arm(at: past()) }
        // Arming for the same deadline keeps the place.
        timers[3].arm(at: past())
        try await nextTurn()
        try await nextTurn()
        #expect(fired == [3, 1, 4, 0, 2])
    }

    @Test("a timer that arms itself for the past again and again delays no later timer and no descriptor")
    func greedyTimer() async throws {
        let pipe = try TestPipe()
        var rounds = 0
        var roundOfLater: Int?
        var roundOfReading: Int?
        var greedy: PanelTimer?
        greedy = loop.makeTimer {
            rounds += 1
            if rounds < 1_000 { greedy?.arm(at: MonotonicInstant(nanoseconds: 1)) }
        }
        let later = loop.makeTimer {
            roundOfLater = rounds
            pipe.write()
        }
        let watch = try loop.watch(pipe.reader) { _ in
            pipe.drain()
            roundOfReading = rounds
        }
        greedy?.arm(at: past(1))
        later.arm(at: past(2))
        while rounds < 1_000 { try await nextTurn() }
        #expect(roundOfLater == 1)
        // The next turn is enough; it takes some more if other tests keep many descriptors ready.
        #expect((1..<100).contains(roundOfReading ?? 0))
        greedy = nil
        watch.cancel()
        pipe.close()
    }

    @Test("a due timer does not fire once another timer of the same turn has cancelled or postponed it")
    func cancelledWhileDue() async throws {
        var fired = ""
        let cancelled = loop.makeTimer { fired += "c" }
        let delayed = loop.makeTimer { fired += "d" }
        let same = loop.makeTimer { fired += "s" }
        let again = loop.makeTimer { fired += "g" }
        let first = loop.makeTimer {
            fired += "1"
            cancelled.cancel()
            delayed.arm(at: EventLoop.panel.now.advanced(by: .seconds(3_600)))
            same.arm(at: MonotonicInstant(nanoseconds: 2))
            again.arm(at: nil)
            again.arm(at: MonotonicInstant(nanoseconds: 2))
            #expect(same.deadline != nil && cancelled.deadline == nil)
        }
        first.arm(at: past(1))
        for timer in [cancelled, delayed, same, again] { timer.arm(at: past(2)) }
        try await nextTurn()
        try await nextTurn()
        try await nextTurn()
        #expect(fired == "1sg")
        #expect(delayed.deadline != nil)
        delayed.cancel()
    }

    @Test("an earlier deadline wakes the loop although a later one was armed first, and the reverse")
    func rearmedTimer() async {
        let far = loop.makeTimer { Issue.record("fired") }
        far.arm(at: loop.now.advanced(by: .seconds(3_600)))
        await wait(.milliseconds(2))
        let start = loop.now
        let near = loop.makeTimer { Issue.record("fired") }
        near.arm(at: start.advanced(by: .milliseconds(1)))
        near.arm(at: start.advanced(by: .seconds(3_600)))
        await wait(.milliseconds(5))
        near.cancel()
        far.cancel()
        await wait(.milliseconds(1))
        #expect(start.duration(to: loop.now) >= .milliseconds(6))
    }

    @Test("a timer without references fires once and is deallocated")
    func unheld() async throws {
        weak var timer: PanelTimer?
        var count = 0
        await withCheckedContinuation { continuation in
            let made = loop.makeTimer {
                count += 1
                continuation.resume()
            }
            timer = made
            made.arm(at: past())
        }
        try await nextTurn()
        try await nextTurn()
        #expect(count == 1)
        #expect(timer == nil)
    }

    @Test("an idle loop sleeps: between arming a timer and its firing the thread goes to sleep once")
    func idleLoop() async throws {
        // Other tests use the loop as well, so that the test repeats its window until the loop was undisturbed in one.
        // A loop that polls, or sets a timer in each turn, has no such window.
        var sleeps: [Int] = []
        repeat {
            let before = try sleepsOfThread()
            await wait(.milliseconds(20))
            sleeps.append(try sleepsOfThread() - before)
        } while sleeps.last != 1 && sleeps.count < 1_000
        #expect(sleeps.last == 1)
    }

    /// The number of this thread's voluntary context switches (`man 5 proc`).
    private func sleepsOfThread() throws -> Int {
        let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return try #require(line?.split(separator: "\t").last.flatMap { Int($0) })
    }
}
