/// Who may perform a control (A1).
public enum ControlAuthentication: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Anybody, locked or not.
    case none
    /// Whoever has unlocked what they ask by: the panel at its PIN pad, a command line or a page in its own session.
    case required
    /// Whoever asks while the panel itself is unlocked at its PIN pad.
    case local

    /// Whether the left one asks for less.
    public static func < (left: ControlAuthentication, right: ControlAuthentication) -> Bool {
        left.strictness < right.strictness
    }

    private var strictness: Int {
        switch self {
        case .none: 0
        case .required: 1
        case .local: 2
        }
    }
}
