import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Indicators

@Suite("Light patterns")
struct LightPatternTests {
    private typealias Phase = LightPattern.Phase

    /// The pattern as in its documentation's drawing: the level in the middle of each step.
    private func drawing(_ pattern: LightPattern, step: Duration, count: Int) -> String {
        String((0..<count).map { pattern.moment(after: step * $0 + step / 2).level(of: 1) > 0 ? "█" : "_" })
    }

    private func randomPattern(_ generator: inout SeededGenerator) -> LightPattern {
        LightPattern(
            phases: (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                Phase(
                    isLit: Bool.random(using: &generator),
                    duration: .nanoseconds(Int64.random(in: 1...2_000, using: &generator)))
            },
            repeats: Bool.random(using: &generator), endsLit: Bool.random(using: &generator))
    }

    @Test("a pattern shows the phase of each time, and reports exactly when that phase ends", arguments: 1...50)
    func phases(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pattern = randomPattern(&generator)
        // Checks pass after pass and phase by phase, at both ends of each phase.
        var start = Duration.zero
        for pass in 0..<3 {
            guard pass == 0 || pattern.repeats else { break }
            for phase in pattern.phases {
                let first = pattern.moment(after: start)
                let last = pattern.moment(after: start + phase.duration - .nanoseconds(1))
                #expect(first.level == phase.start && first.remaining == phase.duration)
                #expect(last.level == phase.end && last.remaining == .nanoseconds(1))
                start += phase.duration
            }
        }
        if pattern.repeats {
            #expect(start == pattern.duration * 3)
        } else {
            #expect(start == pattern.duration)
            for later in [start, start + .nanoseconds(1), start + .seconds(1_000_000_000)] {
                let state = pattern.moment(after: later)
                #expect(state == LightMoment.steady(pattern.endsLit))
            }
        }
    }

    @Test("a pattern depends only on the time; before its start it is as at the start, and it repeats for years")
    func purity() {
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<50 {
            let pattern = randomPattern(&generator)
            let time = Duration.nanoseconds(Int64.random(in: 0...20_000, using: &generator))
            #expect(pattern.moment(after: time) == pattern.moment(after: time))
            #expect(pattern.moment(after: .nanoseconds(-5)) == pattern.moment(after: .zero))
            guard pattern.repeats else { continue }
            let passes = Duration.seconds(10 * 365 * 86_400).nanoseconds / pattern.duration.nanoseconds
            #expect(pattern.moment(after: time + pattern.duration * passes) == pattern.moment(after: time))
        }
    }

    @Test("a steady light and an empty repetition have no phases and no end", arguments: [false, true])
    func steady(isLit: Bool) {
        let nothing = LightPattern(phases: [], repeats: true, endsLit: isLit)
        for pattern in [LightPattern.steady(isLit), nothing] {
            #expect(pattern.isSteady && pattern.duration == .zero && !pattern.repeats)
            for time in [Duration.zero, .seconds(1_000)] {
                #expect(pattern.moment(after: time) == .steady(isLit))
            }
        }
    }

    @Test("phases of zero or less than a nanosecond neither trap nor end a repetition")
    func tinyPhases() {
        let odd = Duration(secondsComponent: 0, attosecondsComponent: 1_500_000_000)
        let pattern = LightPattern(
            phases: [Phase(isLit: true, duration: odd), Phase(isLit: true, duration: odd)], repeats: true)
        for time in 0..<20 { #expect(pattern.moment(after: .nanoseconds(time)).remaining != nil) }
        let empty = LightPattern(phases: [Phase(isLit: true, duration: .zero)], repeats: true, endsLit: true)
        #expect(empty.moment(after: .seconds(1)) == .steady(true))
    }

    @Test("the patterns for performed, failed and fault are as drawn in the documentation")
    func drawings() {
        #expect(drawing(.performed, step: .milliseconds(60), count: 6) == "_█_█__")
        #expect(drawing(.failed, step: .milliseconds(120), count: 10) == "█_█_█_█___")
        #expect(drawing(.fault, step: .milliseconds(150), count: 12) == "█_█_________")
        #expect(drawing(.lockout, step: .milliseconds(150), count: 14) == "█_█_█_________")
        #expect(drawing(.prompt, step: .milliseconds(150), count: 12) == "████_█______")
        #expect(drawing(.right, step: .milliseconds(100), count: 12) == "_████_████__")
        #expect(drawing(.wrong, step: .milliseconds(60), count: 18) == "█_█_█_█_█_█_█_█___")
        #expect(drawing(.unlocked, step: .milliseconds(100), count: 21) == "███████████████████_█")
        #expect(drawing(.entry, step: .milliseconds(100), count: 12) == "_█████_█████")
        #expect(drawing(.question, step: .milliseconds(200), count: 8) == "██__██__")
        #expect(LightPattern.performed.duration == .milliseconds(240))
        #expect(LightPattern.failed.duration == .milliseconds(960))
        #expect(LightPattern.fault.duration == .milliseconds(1_850))
        #expect(LightPattern.fault.repeats && !LightPattern.performed.repeats && !LightPattern.failed.repeats)
        let hold = [false, true].map {
            drawing(.holdProgress(over: .seconds(1), from: $0), step: .milliseconds(50), count: 20)
        }
        #expect(hold == ["██████____███__██__█", "______████___██__██_"])
    }

    @Test(
        "hold progress differs at once from the look before, accelerates, and ends inverted at the threshold",
        arguments: [50, 300, 600, 777, 1_000, 10_000, 3_600_000], [false, true])
    func holdProgress(milliseconds: Int, level: Bool) {
        let duration = Duration.milliseconds(milliseconds)
        let pattern = LightPattern.holdProgress(over: duration, from: level)
        #expect(pattern.duration == duration)
        #expect((pattern.moment(after: .zero).level > 0) != level)
        #expect(pattern.phases.last.map { $0.end > 0 } != level)
        #expect(pattern.moment(after: duration) == .steady(!level))
        for (phase, next) in zip(pattern.phases, pattern.phases.dropFirst()) {
            #expect(phase.start != next.start)
            #expect(phase.duration >= next.duration && next.duration > .zero)
        }
        #expect((pattern.phases.first?.duration ?? .zero) > (pattern.phases.last?.duration ?? .zero) * 3)
    }

    @Test("the rhythms of all meanings differ without colour, on a light that is lit or dark")
    func distinct() {
        let patterns =
            LightMeaning.allCases.map { $0.look().pattern } + [LightMeaning.hold.look(wasLit: true).pattern]
        #expect(Set(patterns.map { drawing($0, step: .milliseconds(30), count: 70) }).count == patterns.count)
    }
}

extension LightMoment {
    fileprivate static func steady(_ isLit: Bool) -> LightMoment {
        LightMoment(level: isLit ? 1 : 0, target: isLit ? 1 : 0, remaining: nil)
    }
}
