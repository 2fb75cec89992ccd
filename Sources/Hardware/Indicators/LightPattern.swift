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

/// What a rhythm has at one moment, and where it is going.
public struct LightMoment: Sendable, Hashable {
    /// How bright it is now, from 0 (dark) to 1.
    public var level: Double
    /// How bright it will be at the end of this stretch; the same, where it does not change meanwhile.
    public var target: Double
    /// How long this stretch lasts still; `nil` is for ever.
    public var remaining: Duration?

    /// A moment of its parts.
    public init(level: Double, target: Double, remaining: Duration?) {
        (self.level, self.target, self.remaining) = (level, target, remaining)
    }

    /// The level as a light shows it that has so many, all of one distance, besides dark.
    ///
    /// - Parameter levels: at least 1.
    public func level(of levels: Int) -> Double { (level * Double(levels)).rounded() / Double(levels) }

    /// How long it may take until such a light shows another level. While it changes by and by, that is no less than a frame,
    /// be it beyond this stretch's end.
    ///
    /// - Parameter levels: at least 1.
    public func change(of levels: Int) -> Duration? {
        guard let remaining, level != target else { return remaining }
        let shown = level(of: levels) * Double(levels)
        // Halfway to the next level it is nearer to that one.
        let next = (shown + (target > level ? 0.5 : -0.5)) / Double(levels)
        let share = (next - level) / (target - level)
        // Beyond the boundary, not on it.
        let crossing =
            share < 1
            ? Duration.nanoseconds(Int64((Double(remaining.nanoseconds) * share).rounded(.up)) + 1) : remaining
        return max(Self.frame, min(remaining, crossing))
    }

    /// What is no less than a 60th of a second.
    private static let frame = Duration.nanoseconds(16_666_667)
}

/// The rhythms of Holdfast. `LightMeaning` says what for, and draws them.
extension LightPattern {
    /// Always lit, or always dark.
    public static func steady(_ isLit: Bool) -> LightPattern {
        LightPattern(phases: [], repeats: false, endsLit: isLit)
    }

    /// An accelerating change between the opposite of `level` and `level` that ends with the hold's threshold: it
    /// differs from the state at once, and the end can be felt coming.
    ///
    /// - Parameters:
    ///   - duration: the button's hold time.
    ///   - level: what the light showed before.
    public static func holdProgress(over duration: Duration, from level: Bool) -> LightPattern {
        let shares = [30, 20, 15, 12, 9, 7, 7]
        // In nanoseconds: each press comes here, and `Duration` divides 128 bits.
        let hundredth = duration.nanoseconds / 100
        let phases = shares.enumerated().map { index, share in
            Phase(isLit: index.isMultiple(of: 2) != level, duration: .nanoseconds(hundredth * Int64(share)))
        }
        return LightPattern(phases: phases, repeats: false, endsLit: !level)
    }

    /// The hold has performed.
    public static let performed = flashes(2, phase: .milliseconds(60), beginsLit: false)

    /// The action failed, or was refused.
    public static let failed = flashes(4, phase: .milliseconds(120), beginsLit: true)

    /// Something is broken: two short flashes and a pause, for ever.
    public static let fault = code(2)

    /// Nobody can unlock for a while: three short flashes and a pause, for ever.
    public static let lockout = code(3)

    /// Hold again to confirm: an even blinking, slow enough to be no hurry.
    public static let question = LightPattern(
        phases: [
            Phase(isLit: true, duration: .milliseconds(400)), Phase(isLit: false, duration: .milliseconds(400)),
        ], repeats: true)

    /// What was set off goes on: it breathes. It begins at its brightest, so that a press is answered at once.
    public static let running = LightPattern(
        phases: [
            Phase(from: 1, to: 0.15, duration: .milliseconds(1_200)),
            Phase(from: 0.15, to: 1, duration: .milliseconds(1_200)),
        ], repeats: true)

    /// A PIN is asked for: one long flash and a short one.
    public static let prompt = LightPattern(
        phases: [
            Phase(isLit: true, duration: .milliseconds(600)), Phase(isLit: false, duration: .milliseconds(150)),
            Phase(isLit: true, duration: .milliseconds(150)), Phase(isLit: false, duration: .milliseconds(900)),
        ], repeats: true)

    /// A PIN is being keyed in: lit with short gaps, one of which begins with each key.
    public static let entry = LightPattern(
        phases: [Phase(isLit: false, duration: .milliseconds(100)), Phase(isLit: true, duration: .milliseconds(500))],
        repeats: true)

    private static func flashes(_ count: Int, phase: Duration, beginsLit: Bool) -> LightPattern {
        LightPattern(
            phases: (0..<2 * count).map { Phase(isLit: $0.isMultiple(of: 2) == beginsLit, duration: phase) },
            repeats: false)
    }

    /// The PIN was right.
    public static let right = LightPattern(
        phases: [
            Phase(isLit: false, duration: .milliseconds(100)), Phase(isLit: true, duration: .milliseconds(400)),
            Phase(isLit: false, duration: .milliseconds(100)), Phase(isLit: true, duration: .milliseconds(400)),
        ], repeats: false)

    /// The PIN was wrong: a flutter.
    public static let wrong = flashes(8, phase: .milliseconds(60), beginsLit: true)

    /// For a while nobody needs a PIN: lit, but for a short gap every other second.
    public static let unlocked = LightPattern(
        phases: [
            Phase(isLit: true, duration: .milliseconds(1_900)), Phase(isLit: false, duration: .milliseconds(100)),
        ], repeats: true)

    /// Short flashes that can be counted, and a pause, for ever.
    private static func code(_ count: Int) -> LightPattern {
        var pattern = flashes(count, phase: .milliseconds(150), beginsLit: true)
        pattern.phases[2 * count - 1].duration = .milliseconds(1_400)
        pattern.repeats = true
        return pattern
    }

    /// The pattern by its meaning, as people and programs read it.
    public var name: String {
        switch self {
        case .steady(true): "on"
        case .steady(false): "off"
        case .performed: "performed"
        case .failed: "failed"
        case .fault: "fault"
        case .right: "right"
        case .wrong: "wrong"
        case .unlocked: "unlocked"
        case .lockout: "lockout"
        case .question: "question"
        case .running: "running"
        case .prompt: "prompt"
        case .entry: "entry"
        default: "hold"
        }
    }
}
