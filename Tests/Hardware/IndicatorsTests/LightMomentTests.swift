import Indicators
import MonotonicTime
import SimulatedGPIO
import Testing

@Suite("Moments of a light that changes gradually")
struct LightMomentTests {
    private static let frame = Duration.seconds(1) / 60

    /// The levels of a light with `levels` steps, each with its start time.
    private func course(_ pattern: LightPattern, levels: Int, for span: Duration) -> [(time: Duration, level: Double)] {
        var course: [(time: Duration, level: Double)] = []
        var time = Duration.zero
        while time < span {
            let moment = pattern.moment(after: time)
            let level = moment.level(of: levels)
            if course.last?.level != level { course.append((time, level)) }
            guard let change = moment.change(of: levels) else { break }
            #expect(change > .zero)
            time += change
        }
        return course
    }

    @Test("a light that is only lit or dark changes where the level is half")
    func threshold() {
        let pattern = LightPattern(
            phases: [
                .init(from: 0, to: 1, duration: .seconds(2)), .init(from: 1, to: 0, duration: .seconds(1)),
            ], repeats: true)
        let course = course(pattern, levels: 1, for: .seconds(6))
        #expect(course.map(\.level) == [0, 1, 0, 1, 0])
        let times = course.map { ($0.time / .milliseconds(1)).rounded() }
        #expect(times == [0, 1_000, 2_500, 4_000, 5_500])
    }

    @Test(
        "a gradual light has at most 60 frames a second, each with a new level near the intended one",
        arguments: [1, 3, 15, 255, 65_535])
    func frames(levels: Int) {
        for pattern in [LightPattern.running, .fault, .holdProgress(over: .seconds(1), from: false)] {
            let course = course(pattern, levels: levels, for: .seconds(10))
            for second in 0..<10 {
                let span = Duration.seconds(second)..<Duration.seconds(second + 1)
                #expect(course.filter { span.contains($0.time) }.count <= 60)
            }
            for (frame, next) in zip(course, course.dropFirst()) where pattern.isGradual {
                #expect(next.time - frame.time >= Self.frame)
                // The frame may be late by one: 1/60 s of a change of 0.85 in 1.2 s.
                let meant = pattern.moment(after: next.time - .nanoseconds(1)).level
                #expect(abs(frame.level - meant) <= 0.5 / Double(levels) + 0.85 / 1.2 / 60 + 1e-6)
            }
        }
    }

    @Test("a gradual light neither stops nor skips, whatever its phases", arguments: 1...40)
    func anything(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pattern = LightPattern(
            phases: (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                .init(
                    from: Double.random(in: 0...1, using: &generator), to: Double.random(in: 0...1, using: &generator),
                    duration: .nanoseconds(Int64.random(in: 1...400_000_000, using: &generator)))
            }, repeats: Bool.random(using: &generator))
        let levels = Int.random(in: 1...300, using: &generator)
        var time = Duration.zero
        var steps = 0
        while time < .seconds(2), let change = pattern.moment(after: time).change(of: levels) {
            #expect(change > .zero)
            time += change
            steps += 1
            guard steps < 2_000_000 else { break }
        }
        let passes = pattern.repeats ? Duration.seconds(2) / max(pattern.duration, .nanoseconds(1)) + 1 : 1
        #expect(Double(steps) <= 122 + Double(pattern.phases.count + 1) * passes * 2)
    }
}
