/// What a person is to the panel.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Unlocks, and enrols others at the pad.
    case owner
    /// Unlocks.
    case member
    /// Unlocks as far as their `Validity` goes.
    case guest
    /// Unlocks as a member does, for all to see; and people are notified that somebody was forced to.
    case duress
}
