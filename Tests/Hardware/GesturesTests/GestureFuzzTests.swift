import MonotonicTime
import TestSupport
import Testing

@testable import Gestures

@Suite("Arbitrary input")
struct GestureFuzzTests {
    @Test("calls in any order, with any stamps and timings, never trap, and the outputs keep their rules")
    func anything() {
        var random = SplitMix64(seed: 9)
        for index in 0..<5_000 {
            let bound = GestureSet(rawValue: UInt8(random.next() % 8))
            let timings = Self.timings(&random)
            var now = Self.instant(&random)
            var button = ButtonRecognizer(bound: bound, timings: timings, isActive: false, at: now)
            var ledger = PressLedger(bound: bound, timings: timings)
            for _ in 0..<12 {
                now = random.once(in: 2) ? now : button.deadline ?? now
                if random.once(in: 3) { now = Self.instant(&random) }
                let level = random.once(in: 2)
                let outputs =
                    switch random.next() % 4 {
                    case 0: button.resynchronise(isActive: level, at: now)
                    case 1: button.elapse(to: now, level: level)
                    default: button.edge(isActive: level, at: now)
                    }
                ledger.enter(outputs, isPressed: button.isPressed, isQuarantined: button.isQuarantined)
            }
            if let problem = ledger.problem {
                Issue.record("\(index): \(problem)")
                return
            }
        }
    }

    @Test("a stamp earlier than the last report counts as the time of that report")
    func backwards() {
        var button = GestureCase("", "", "").recognizer()
        let start = MonotonicInstant.zero.advanced(by: .seconds(10))
        var outputs = button.edge(isActive: true, at: start)
        outputs += button.elapse(to: start.advanced(by: .milliseconds(510)), level: true)
        outputs += button.edge(isActive: false, at: start.advanced(by: .milliseconds(490)))
        #expect(outputs.transcript == "pressed@10000 hold@10500 released@10500/500")
    }

    @Test("an edge stamped between a threshold and its late handling keeps its stamp")
    func between() {
        var button = GestureCase("", "", "").recognizer()
        var outputs = button.edge(isActive: true, at: .zero)
        outputs += button.elapse(to: .zero.advanced(by: .milliseconds(510)), level: true)
        outputs += button.edge(isActive: false, at: .zero.advanced(by: .milliseconds(505)))
        #expect(outputs.transcript == "pressed@0 hold@500 released@505/505")
    }

    private static func instant(_ random: inout SplitMix64) -> MonotonicInstant {
        switch random.next() % 6 {
        case 0: MonotonicInstant(nanoseconds: .min)
        case 1: .distantFuture
        case 2: MonotonicInstant(nanoseconds: Int64(truncatingIfNeeded: random.next()))
        default: MonotonicInstant(nanoseconds: random.number(in: 0...5_000_000_000))
        }
    }

    private static func duration(_ random: inout SplitMix64) -> Duration {
        switch random.next() % 6 {
        case 0: Duration(secondsComponent: .max, attosecondsComponent: 0)
        case 1: Duration(secondsComponent: .min, attosecondsComponent: 0)
        case 2: .zero
        case 3: .nanoseconds(Int64(truncatingIfNeeded: random.next()))
        default: .milliseconds(random.number(in: 0...4000))
        }
    }

    private static func timings(_ random: inout SplitMix64) -> GestureTimings {
        GestureTimings(
            debounce: duration(&random), hold: duration(&random), longHold: duration(&random),
            multiTapWindow: duration(&random), stuck: duration(&random), cure: duration(&random),
            stormRate: Int(truncatingIfNeeded: random.next()) >> Int(random.next() % 64),
            stormDuration: duration(&random))
    }
}
