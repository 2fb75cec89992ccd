/// One surface other than the panel that a person has unlocked.
public struct Session: Sendable, Equatable {
    /// Whose it is.
    public let surface: Surface
    /// Who unlocked it.
    public let person: Person
    /// When.
    public let began: BoottimeInstant
    /// When it was last used.
    public internal(set) var lastUse: BoottimeInstant
}
