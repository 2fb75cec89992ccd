import MonotonicTime

/// What a light does over time, as data: lit and dark phases, played once or for ever.
///
/// | meaning | pattern |
/// |---|---|
/// | off, idle | `____________________` |
/// | on | `████████████████████` |
/// | held down (dark before) | `██████____███__██__█` faster until the threshold, then performed |
/// | held down (lit before) | `______████___██__██_` |
/// | performed | `_█_█` 4 × 60 ms, then the new state |
/// | failed or refused | `█_█_█_█_` 8 × 120 ms, then the state |
/// | hold again to confirm | `██__` 400 ms each, for ever |
/// | fault | `█_█_______` 150 ms each, 1.4 s dark, for ever |
///
/// Meanings differ by rhythm alone, so that they can be told apart without colour.
public struct LightPattern: Sendable, Hashable {
    /// A stretch of time in which the light does not change.
    public struct Phase: Sendable, Hashable {
        /// Whether the light is lit.
        public var isLit: Bool
        /// How long; more than zero.
        public var duration: Duration

        /// A phase of `duration`.
        public init(isLit: Bool, duration: Duration) {
            self.isLit = isLit
            self.duration = duration
        }
    }

    /// The phases in their order. Empty: whatever `finalLevel` says, from the start.
    public var phases: [Phase]

    /// Whether it begins again after the last phase.
    public var repeats: Bool

    /// What the light does after the last phase of a pattern that does not repeat.
    public var finalLevel: Bool

    /// A pattern of phases.
    public init(phases: [Phase], repeats: Bool, finalLevel: Bool = false) {
        self.phases = phases
        self.repeats = repeats && !phases.isEmpty
        self.finalLevel = finalLevel
    }

    /// Always lit, or always dark.
    public static func steady(_ isLit: Bool) -> LightPattern {
        LightPattern(phases: [], repeats: false, finalLevel: isLit)
    }

    /// An accelerating change between the opposite of `level` and `level` that ends with the hold's threshold: it
    /// differs from the state at once, and the end can be felt coming.
    ///
    /// - Parameters:
    ///   - duration: the button's hold time.
    ///   - level: what the light showed before.
    public static func holdProgress(over duration: Duration, from level: Bool) -> LightPattern {
        let shares = [30, 20, 15, 12, 9, 7, 7]
        let phases = shares.enumerated().map { index, share in
            Phase(isLit: index.isMultiple(of: 2) != level, duration: duration * share / 100)
        }
        return LightPattern(phases: phases, repeats: false, finalLevel: !level)
    }

    /// The hold has performed.
    public static let performed = flashes(2, phase: .milliseconds(60), beginsLit: false)

    /// The action failed, or was refused.
    public static let failed = flashes(4, phase: .milliseconds(120), beginsLit: true)

    /// Something is broken: two short flashes and a pause, for ever.
    public static let fault = LightPattern(
        phases: [
            Phase(isLit: true, duration: .milliseconds(150)), Phase(isLit: false, duration: .milliseconds(150)),
            Phase(isLit: true, duration: .milliseconds(150)), Phase(isLit: false, duration: .milliseconds(1_400)),
        ], repeats: true)

    /// Hold again to confirm: an even blinking, slow enough to be no hurry.
    public static let question = LightPattern(
        phases: [
            Phase(isLit: true, duration: .milliseconds(400)), Phase(isLit: false, duration: .milliseconds(400)),
        ], repeats: true)

    private static func flashes(_ count: Int, phase: Duration, beginsLit: Bool) -> LightPattern {
        LightPattern(
            phases: (0..<2 * count).map { Phase(isLit: $0.isMultiple(of: 2) == beginsLit, duration: phase) },
            repeats: false)
    }

    /// How long one pass takes.
    public var duration: Duration {
        phases.reduce(.zero) { $0 + $1.duration }
    }

    /// The pattern by its meaning, as people and programs read it.
    public var name: String {
        switch self {
        case .steady(true): "on"
        case .steady(false): "off"
        case .performed: "performed"
        case .failed: "failed"
        case .fault: "fault"
        case .question: "question"
        default: "hold"
        }
    }

    /// Whether the light changes by itself.
    public var isSteady: Bool { phases.isEmpty }

    /// What the light does `elapsed` after the pattern's start, and for how long; `nil` is for ever.
    public func state(after elapsed: Duration) -> (isLit: Bool, remaining: Duration?) {
        var rest = max(elapsed.nanoseconds, 0)
        // Of what the phases last here: their sum as a `Duration` may be longer by the parts of nanoseconds, and a rhythm
        // would fall through that crack.
        let pass = phases.reduce(0) { $0 + $1.duration.nanoseconds }
        if repeats && pass > 0 { rest %= pass }
        for phase in phases {
            let length = phase.duration.nanoseconds
            if rest < length { return (phase.isLit, .nanoseconds(length - rest)) }
            rest -= length
        }
        return (finalLevel, nil)
    }
}
