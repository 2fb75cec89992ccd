import Indicators
import MonotonicTime
import SimulatedGPIO
import Testing

@Suite("Light patterns")
struct LightPatternTests {
    private typealias Phase = LightPattern.Phase

    /// The pattern as drawn in its documentation: what it shows in the middle of each step.
    private func drawing(_ pattern: LightPattern, step: Duration, count: Int) -> String {
        String((0..<count).map { pattern.state(after: step * $0 + step / 2).isLit ? "█" : "_" })
    }

    private func randomPattern(_ generator: inout SeededGenerator) -> LightPattern {
        LightPattern(
            phases: (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                Phase(
                    isLit: Bool.random(using: &generator),
                    duration: .nanoseconds(Int64.random(in: 1...2_000, using: &generator)))
            },
            repeats: Bool.random(using: &generator), finalLevel: Bool.random(using: &generator))
    }

    @Test("at any time it shows the phase of that time, and tells exactly when that ends", arguments: 1...50)
    func phases(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pattern = randomPattern(&generator)
        // One pass after the other, phase by phase, and the look at both ends of each.
        var start = Duration.zero
        for pass in 0..<3 {
            guard pass == 0 || pattern.repeats else { break }
            for phase in pattern.phases {
                let first = pattern.state(after: start)
                let last = pattern.state(after: start + phase.duration - .nanoseconds(1))
                #expect(first.isLit == phase.isLit && first.remaining == phase.duration)
                #expect(last.isLit == phase.isLit && last.remaining == .nanoseconds(1))
                start += phase.duration
            }
        }
        if pattern.repeats {
            #expect(start == pattern.duration * 3)
        } else {
            #expect(start == pattern.duration)
            for later in [start, start + .nanoseconds(1), start + .seconds(1_000_000_000)] {
                let state = pattern.state(after: later)
                #expect(state.isLit == pattern.finalLevel && state.remaining == nil)
            }
        }
    }

    @Test("it is a function of the time alone; before its start it is as at its start; it repeats for years")
    func purity() {
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<50 {
            let pattern = randomPattern(&generator)
            let time = Duration.nanoseconds(Int64.random(in: 0...20_000, using: &generator))
            #expect(pattern.state(after: time) == pattern.state(after: time))
            #expect(pattern.state(after: .nanoseconds(-5)) == pattern.state(after: .zero))
            guard pattern.repeats else { continue }
            let passes = Duration.seconds(10 * 365 * 86_400).nanoseconds / pattern.duration.nanoseconds
            #expect(pattern.state(after: time + pattern.duration * passes) == pattern.state(after: time))
        }
    }

    @Test("a steady light has no phases and no end, nor has a repetition of nothing", arguments: [false, true])
    func steady(isLit: Bool) {
        let nothing = LightPattern(phases: [], repeats: true, finalLevel: isLit)
        for pattern in [LightPattern.steady(isLit), nothing] {
            #expect(pattern.isSteady && pattern.duration == .zero && !pattern.repeats)
            for time in [Duration.zero, .seconds(1_000)] {
                #expect(pattern.state(after: time) == (isLit, nil))
            }
        }
    }

    @Test("phases of no or parts of a nanosecond neither trap nor end a repetition")
    func tinyPhases() {
        let odd = Duration(secondsComponent: 0, attosecondsComponent: 1_500_000_000)
        let pattern = LightPattern(
            phases: [Phase(isLit: true, duration: odd), Phase(isLit: true, duration: odd)], repeats: true)
        for time in 0..<20 { #expect(pattern.state(after: .nanoseconds(time)).remaining != nil) }
        let empty = LightPattern(phases: [Phase(isLit: true, duration: .zero)], repeats: true, finalLevel: true)
        #expect(empty.state(after: .seconds(1)) == (true, nil))
    }

    @Test("performed, failed and fault look as drawn in the documentation")
    func drawings() {
        #expect(drawing(.performed, step: .milliseconds(60), count: 6) == "_█_█__")
        #expect(drawing(.failed, step: .milliseconds(120), count: 10) == "█_█_█_█___")
        #expect(drawing(.fault, step: .milliseconds(150), count: 12) == "█_█_________")
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
        "hold progress differs from what was shown at once, accelerates, and ends inverted with the threshold",
        arguments: [50, 300, 600, 777, 1_000, 10_000, 3_600_000], [false, true])
    func holdProgress(milliseconds: Int, level: Bool) {
        let duration = Duration.milliseconds(milliseconds)
        let pattern = LightPattern.holdProgress(over: duration, from: level)
        #expect(pattern.duration == duration)
        #expect(pattern.state(after: .zero).isLit != level)
        #expect(pattern.phases.last?.isLit != level)
        #expect(pattern.state(after: duration) == (!level, nil))
        for (phase, next) in zip(pattern.phases, pattern.phases.dropFirst()) {
            #expect(phase.isLit != next.isLit)
            #expect(phase.duration >= next.duration && next.duration > .zero)
        }
        #expect((pattern.phases.first?.duration ?? .zero) > (pattern.phases.last?.duration ?? .zero) * 3)
    }

    @Test("the rhythms of hold, performed, failed and fault are told apart without colour")
    func distinct() {
        let patterns: [LightPattern] = [
            .steady(false), .steady(true), .performed, .failed, .fault, .question,
            .holdProgress(over: .seconds(1), from: false),
            .holdProgress(over: .seconds(1), from: true),
        ]
        #expect(Set(patterns.map { drawing($0, step: .milliseconds(30), count: 70) }).count == patterns.count)
    }
}
