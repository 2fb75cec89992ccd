import MonotonicTime

/// A light's levels over time, as data: phases of constant or gradually changing level, played once or for ever.
///
/// `LightMeaning` draws the patterns that Holdfast uses.
public struct LightPattern: Sendable, Hashable {
    /// A phase in which the light keeps one level, or changes evenly to another.
    public struct Phase: Sendable, Hashable {
        /// The level at the start of the phase, from 0 (dark) to 1.
        public var start: Double
        /// The level at the end of the phase, from 0 (dark) to 1.
        public var end: Double
        /// The length of the phase; more than zero.
        public var duration: Duration

        /// A phase of `duration` in which the level changes evenly.
        public init(from start: Double, to end: Double, duration: Duration) {
            (self.start, self.end) = (min(1, max(0, start)), min(1, max(0, end)))
            self.duration = duration
        }

        /// A phase of `duration` in which the light is lit, or dark.
        public init(isLit: Bool, duration: Duration) {
            let level = isLit ? 1.0 : 0
            self.init(from: level, to: level, duration: duration)
        }
    }

    /// The phases in their order. Without phases the pattern is constant, as `endsLit` says.
    public var phases: [Phase]

    /// Whether the pattern starts again after the last phase.
    public var repeats: Bool

    /// Whether the light is lit after the last phase of a pattern that does not repeat.
    public var endsLit: Bool

    public init(phases: [Phase], repeats: Bool, endsLit: Bool = false) {
        self.phases = phases
        self.repeats = repeats && !phases.isEmpty
        self.endsLit = endsLit
    }

    /// How long one pass takes.
    public var duration: Duration {
        phases.reduce(.zero) { $0 + $1.duration }
    }

    /// Whether the light stays as it is.
    public var isSteady: Bool { phases.isEmpty }

    /// Whether the level changes gradually in any phase.
    public var isGradual: Bool { phases.contains { $0.start != $0.end } }

    /// The level `elapsed` after the pattern's start, with its further course.
    public func moment(after elapsed: Duration) -> LightMoment {
        var rest = max(elapsed.nanoseconds, 0)
        // The sum uses whole nanoseconds, as the phases below do. A sum of `Duration`s also has fractions of a
        // nanosecond. Such a sum may be longer, so that a remainder would lie behind the last phase.
        let pass = phases.reduce(0) { $0 + $1.duration.nanoseconds }
        if repeats && pass > 0 { rest %= pass }
        for phase in phases {
            let length = phase.duration.nanoseconds
            guard rest >= length else {
                let level = phase.start + (phase.end - phase.start) * Double(rest) / Double(length)
                return LightMoment(level: level, target: phase.end, remaining: .nanoseconds(length - rest))
            }
            rest -= length
        }
        let level = endsLit ? 1.0 : 0
        return LightMoment(level: level, target: level, remaining: nil)
    }
}

/// A pattern's level at one moment, and the course of the level until the phase ends.
public struct LightMoment: Sendable, Hashable {
    /// The level now, from 0 (dark) to 1.
    public var level: Double
    /// The level at the end of this phase; equal to `level` where the level is constant.
    public var target: Double
    /// The time until this phase ends; `nil`: it does not end.
    public var remaining: Duration?

    /// The nearest level that a light with evenly spaced levels can show.
    ///
    /// - Parameter levels: the number of levels besides dark; at least 1.
    public func level(of levels: Int) -> Double { (level * Double(levels)).rounded() / Double(levels) }

    /// The time until such a light may show another level.
    ///
    /// While the level changes gradually, the result is at least one frame, even if the phase ends earlier.
    ///
    /// - Parameter levels: the number of levels besides dark; at least 1.
    public func change(of levels: Int) -> Duration? {
        guard let remaining, level != target else { return remaining }
        let shown = level(of: levels) * Double(levels)
        // Halfway between two levels, rounding switches to the next level.
        let next = (shown + (target > level ? 0.5 : -0.5)) / Double(levels)
        let share = (next - level) / (target - level)
        // One nanosecond beyond the boundary, so that the rounding has switched.
        let crossing =
            share < 1
            ? Duration.nanoseconds(Int64((Double(remaining.nanoseconds) * share).rounded(.up)) + 1) : remaining
        return max(Self.frame, min(remaining, crossing))
    }

    /// The shortest time between two changes: a 60th of a second, rounded up.
    private static let frame = Duration.nanoseconds(16_666_667)
}

/// The rhythms of Holdfast. `LightMeaning` lists their meanings, and draws them.
extension LightPattern {
    /// Always lit, or always dark.
    public static func steady(_ isLit: Bool) -> LightPattern {
        LightPattern(phases: [], repeats: false, endsLit: isLit)
    }

    /// Accelerating flashes that end at the hold's threshold.
    ///
    /// The first phase is the opposite of `level`, so that a press is visible at once; the acceleration announces the
    /// end.
    ///
    /// - Parameters:
    ///   - duration: the button's hold time.
    ///   - level: whether the light was lit before.
    public static func holdProgress(over duration: Duration, from level: Bool) -> LightPattern {
        let shares = [30, 20, 15, 12, 9, 7, 7]
        // In nanoseconds, since each press calls this and division of `Duration` is a 128-bit division.
        let hundredth = duration.nanoseconds / 100
        let phases = shares.enumerated().map { index, share in
            Phase(isLit: index.isMultiple(of: 2) != level, duration: .nanoseconds(hundredth * Int64(share)))
        }
        return LightPattern(phases: phases, repeats: false, endsLit: !level)
    }

    /// The hold has performed.
    public static let performed = rhythm(of: Array(repeating: 60, count: 4), beginsLit: false, repeats: false)

    /// The action failed, or was refused.
    public static let failed = rhythm(of: Array(repeating: 120, count: 8), repeats: false)

    /// Something is broken: two short flashes and a pause, for ever.
    public static let fault = rhythm(of: [150, 150, 150, 1_400])

    /// The panel accepts no PIN for a while: three short flashes and a pause, for ever.
    public static let lockout = rhythm(of: [150, 150, 150, 150, 150, 1_400])

    /// Hold again to confirm: an even blinking, slow enough not to hurry the user.
    public static let question = rhythm(of: [400, 400])

    /// An activity goes on: slow breathing. It starts at full brightness, so that a press is visible at once.
    public static let running = LightPattern(
        phases: [
            Phase(from: 1, to: 0.15, duration: .milliseconds(1_200)),
            Phase(from: 0.15, to: 1, duration: .milliseconds(1_200)),
        ], repeats: true)

    /// The panel asks for a PIN: one long flash and a short one, for ever.
    public static let prompt = rhythm(of: [600, 150, 150, 900])

    /// The user enters a PIN: lit with short gaps, one of which begins with each key.
    public static let entry = rhythm(of: [100, 500], beginsLit: false)

    public static let right = rhythm(of: [100, 400, 100, 400], beginsLit: false, repeats: false)

    /// The PIN was wrong: eight fast flashes.
    public static let wrong = rhythm(of: Array(repeating: 60, count: 16), repeats: false)

    /// No PIN is needed for a while: lit, with a short gap every two seconds.
    public static let unlocked = rhythm(of: [1_900, 100])

    /// Phases that are lit and dark in turn, with these durations in milliseconds.
    private static func rhythm(of durations: [Int64], beginsLit: Bool = true, repeats: Bool = true) -> LightPattern {
        let phases = durations.enumerated().map { index, duration in
            Phase(isLit: index.isMultiple(of: 2) == beginsLit, duration: .milliseconds(duration))
        }
        return LightPattern(phases: phases, repeats: repeats)
    }

    /// The pattern's name, for users and programs: that of the meaning with the pattern. A hold's pattern depends on
    /// the button.
    public var name: String { (LightMeaning.allCases.first { $0.look().pattern == self } ?? .hold).rawValue }
}
