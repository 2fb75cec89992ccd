import MonotonicTime

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
