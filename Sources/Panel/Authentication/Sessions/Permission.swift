/// Whether something may be performed now.
public enum Permission: Sendable, Equatable {
    /// It may: for the person who unlocked, or, where that is not asked for, for anybody.
    case allowed(Person?)
    /// The surface that asks must be unlocked first.
    case needsSession
    /// The panel must be unlocked at its pad first.
    case needsPanel
    /// Never for who asks: messages cannot be unlocked.
    case never
}
