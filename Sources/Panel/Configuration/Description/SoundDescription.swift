/// What a panel lets people hear who do not see its lights.
public struct SoundDescription: Sendable, Hashable {
    /// The line of a buzzer that sounds while the line is active.
    public var line: LineDescription?
    /// When the buzzer sounds on an occasion: for the first of these durations, not for the second, and so on.
    public var rhythms: [SoundOccasion: [Duration]]
    /// What another process carries out on an occasion.
    public var errands: [SoundOccasion: Errand]
    /// What it carries out after a tap, but for the hint.
    public var hint: Errand?

    /// A sound of its parts.
    public init(
        line: LineDescription?, rhythms: [SoundOccasion: [Duration]] = [:], errands: [SoundOccasion: Errand] = [:],
        hint: Errand? = nil
    ) {
        self.line = line
        self.rhythms = rhythms
        self.errands = errands
        self.hint = hint
    }

    /// Everything that another process carries out.
    public var allErrands: [Errand] { SoundOccasion.allCases.compactMap { errands[$0] } + (hint.map { [$0] } ?? []) }
}

/// When something is heard.
public enum SoundOccasion: String, Sendable, Hashable, CaseIterable {
    /// A button is down of which a hold performs something.
    case tick
    /// A control has performed.
    case right
    /// A control failed, or was refused.
    case wrong
}
