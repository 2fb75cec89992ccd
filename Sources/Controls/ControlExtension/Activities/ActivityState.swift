/// How far an activity has come.
public enum ActivityState: String, Sendable, Hashable, Codable {
    /// It is shown.
    case active
    /// It has ended. A panel does not show it any more.
    case ended
    /// It is not shown, though nobody ended it: the panel refused it.
    case dismissed
    /// It is shown, and its state is out of date.
    case stale
}
