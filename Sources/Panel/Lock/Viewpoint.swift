/// For whose eyes something is (A3).
public enum Viewpoint: Sendable, Hashable {
    /// Those in front of the panel: they see what is private while it is unlocked.
    case panel
    /// Those who have given a PIN: they see what is private.
    case authenticated
    /// Those who have given none, and whatever keeps what it is told: they never do.
    case anybody
}
