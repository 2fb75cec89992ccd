import MonotonicTime

/// What a light does over time, as data: stretches in which it is lit, dark or changes by and by, played once or for ever.
///
/// `LightMeaning` has those that Holdfast uses, each drawn.
public struct LightPattern: Sendable, Hashable {
    /// A stretch of time in which the light goes from one level to another, or keeps one.
    public struct Phase: Sendable, Hashable {
        /// The level at its begin, from 0 (dark) to 1.
        public var start: Double
        /// The level at its end, from 0 to 1.
        public var end: Double
        /// How long; more than zero.
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

    /// The phases in their order. Empty: whatever `endsLit` says, from the start.
    public var phases: [Phase]

    /// Whether it begins again after the last phase.
    public var repeats: Bool

    /// Whether the light is lit after the last phase of a pattern that does not repeat.
    public var endsLit: Bool

    /// A pattern of phases.
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

    /// Whether it changes by and by.
    public var isGradual: Bool { phases.contains { $0.start != $0.end } }

    /// What the light does `elapsed` after the pattern's start.
    public func moment(after elapsed: Duration) -> LightMoment {
        var rest = max(elapsed.nanoseconds, 0)
        // Of what the phases last here: their sum as a `Duration` may be longer by the parts of nanoseconds, and a rhythm
        // would fall through that crack.
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
