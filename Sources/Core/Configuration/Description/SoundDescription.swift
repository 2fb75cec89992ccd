/// The sounds of a panel, for people who do not see its lights.
public struct SoundDescription: Sendable, Hashable {
    /// The line of a buzzer that sounds while the line is active.
    public var line: LineDescription?
    /// The rhythm of the buzzer for each occasion: sound for the first duration, silence for the second, and so on.
    public var rhythms: [SoundOccasion: [Duration]] = [:]
    public var programs: [SoundOccasion: DelegatedAction] = [:]
    /// The delegated action after a tap, without the hint.
    public var hint: DelegatedAction?

    public var allPrograms: [DelegatedAction] {
        SoundOccasion.allCases.compactMap { programs[$0] } + (hint.map { [$0] } ?? [])
    }
}

public enum SoundOccasion: String, Sendable, Hashable, CaseIterable {
    /// A button went down whose hold performs a control.
    case tick
    /// A control has performed.
    case right
    /// A control failed, or the panel refused it.
    case wrong
}
