import EventLoop
import MonotonicTime
import Testing

@Suite("Virtual time")
@PanelActor
struct VirtualSchedulerTests {
    private func instant(_ nanoseconds: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: nanoseconds) }

    @Test("virtual time begins at zero, advances only on request, and never goes back")
    func time() {
        let clock = VirtualScheduler()
        #expect(clock.now == .zero)
        clock.move(to: instant(7))
        clock.move(to: instant(3))
        #expect(clock.now == instant(7))
    }

    @Test("timers fire by deadline, and those with one deadline in the order of arming")
    func order() {
        let clock = VirtualScheduler()
        var fired: [Int] = []
        let timers = (0..<6).map { number in clock.makeTimer { fired.append(number) } }
        for (number, deadline) in [(3, 20), (0, 10), (5, 20), (1, 10), (4, 30), (2, 20)] as [(Int, Int64)] {
            timers[number].arm(at: instant(deadline))
        }
        #expect(clock.nextDeadline == instant(10))
        #expect(!clock.fireDueTimer())
        clock.move(to: instant(20))
        while clock.fireDueTimer() {}
        #expect(fired == [0, 1, 3, 5, 2])
        #expect(clock.firings == 5)
        #expect(clock.nextDeadline == instant(30))
        #expect(timers.map { $0.deadline == nil } == [true, true, true, true, false, true])
    }

    @Test("arming a timer for the same deadline keeps its place, and for another one gives it a new place")
    func armingAgain() {
        let clock = VirtualScheduler()
        var fired = ""
        let first = clock.makeTimer { fired += "a" }
        let second = clock.makeTimer { fired += "b" }
        first.arm(at: instant(5))
        second.arm(at: instant(5))
        first.arm(at: instant(5))
        clock.move(to: instant(5))
        while clock.fireDueTimer() {}
        #expect(fired == "ab")
        first.arm(at: instant(9))
        second.arm(at: instant(9))
        first.arm(at: instant(8))
        first.arm(at: instant(9))
        clock.move(to: instant(9))
        while clock.fireDueTimer() {}
        #expect(fired == "abba")
    }

    @Test("arming for nil, for the distant future, and cancelling all disarm a timer")
    func disarming() {
        let clock = VirtualScheduler()
        let timer = clock.makeTimer { Issue.record("fired") }
        for disarm in [{ timer.arm(at: nil) }, { timer.arm(at: .distantFuture) }, { timer.cancel() }] {
            timer.arm(at: instant(1))
            #expect(timer.deadline == instant(1))
            disarm()
            disarm()
            #expect(timer.deadline == nil && clock.nextDeadline == nil)
        }
        clock.move(to: .distantFuture)
        #expect(!clock.fireDueTimer())
    }

    @Test("a deadline in the past fires at the next turn, never inside the call")
    func past() {
        let clock = VirtualScheduler()
        clock.move(to: instant(100))
        var isFired = false
        let timer = clock.makeTimer { isFired = true }
        timer.arm(at: instant(1))
        #expect(!isFired)
        #expect(clock.fireDueTimer() && isFired)
        #expect(clock.now == instant(100))
    }

    @Test("a firing timer may arm itself and cancel others")
    func reentrancy() {
        let clock = VirtualScheduler()
        var fired = ""
        var again: PanelTimer?
        let other = clock.makeTimer { fired += "b" }
        again = clock.makeTimer {
            fired += "a"
            other.cancel()
            if fired.count < 3 { again?.arm(at: clock.now) }
        }
        again?.arm(at: .zero)
        other.arm(at: .zero)
        while clock.fireDueTimer() {}
        #expect(fired == "aaa")
    }

    @Test("a virtual timer without references fires once and is deallocated")
    func unheld() {
        let clock = VirtualScheduler()
        var count = 0
        weak var timer: PanelTimer?
        do {
            let made = clock.makeTimer { count += 1 }
            made.arm(at: .zero)
            timer = made
        }
        #expect(timer != nil)
        while clock.fireDueTimer() {}
        #expect(count == 1)
        #expect(timer == nil)
    }

    @Test("an advance fires each timer at its deadline, after the effects of the timers before")
    func advance() async {
        let clock = VirtualScheduler()
        var trace: [String] = []
        var later: PanelTimer?
        func note(_ text: String) { trace.append("\(clock.now.nanoseconds) \(text)") }
        let first = clock.makeTimer {
            note("first")
            Task { @PanelActor in
                note("effect")
                later?.arm(at: instant(25))
            }
        }
        let second = clock.makeTimer { note("second") }
        later = clock.makeTimer { note("later") }
        first.arm(at: instant(10))
        second.arm(at: instant(20))
        await clock.advance(by: .nanoseconds(20))
        #expect(trace == ["10 first", "10 effect", "20 second"])
        #expect(clock.now == instant(20) && clock.nextDeadline == instant(25))
        await clock.advance(by: .nanoseconds(100))
        #expect(trace.last == "25 later" && clock.now == instant(120))
    }

    @Test("an advance ends at the timer after which the caller's wait fails")
    func failingAdvance() async {
        let clock = VirtualScheduler()
        let timers = (1...3).map { _ in clock.makeTimer {} }
        for (number, timer) in timers.enumerated() { timer.arm(at: instant(Int64(number + 1) * 10)) }
        await #expect(throws: CancellationError.self) {
            try await clock.advance(to: instant(100)) { if clock.firings == 2 { throw CancellationError() } }
        }
        #expect(clock.now == instant(20) && clock.nextDeadline == instant(30))
    }

    @Test("an advance at once fires all timers before any effect on the loop")
    func advanceAtOnce() async {
        let clock = VirtualScheduler()
        var trace = ""
        let timers = (0..<2).map { number in
            clock.makeTimer {
                trace += "\(number)"
                Task { @PanelActor in trace += "e" }
            }
        }
        for timer in timers { timer.arm(at: instant(5)) }
        clock.advanceAtOnce(to: instant(9))
        #expect(trace == "01" && clock.now == instant(9))
        await EventLoop.panel.settle()
        #expect(trace == "01ee")
    }
}
