/// For whose eyes something is (A3).
public enum Viewpoint: Sendable, Hashable {
    /// Those in front of the panel: they see what is private while it is unlocked.
    case panel
    /// Those who have given a PIN: they see what is private.
    case authenticated
    /// Those who have given none, and whatever keeps what it is told: they never do.
    case anybody

    /// Whether what is private is for them.
    ///
    /// - Parameter isUnlocked: whether the panel is, at its own pad.
    func sees(_ isUnlocked: @autoclosure () -> Bool) -> Bool {
        switch self {
        case .panel: isUnlocked()
        case .authenticated: true
        case .anybody: false
        }
    }
}
