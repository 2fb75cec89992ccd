/// The authentication that a control or an intent needs before it performs (A1), from the least strict on.
public enum ControlAuthentication: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The control performs for every requester, while the panel is locked as well.
    case none
    /// The requester's own surface is unlocked: the panel at its PIN pad, a program by its connection.
    case required
    /// The panel itself is unlocked at its PIN pad, whatever the requester's surface is.
    case local

    /// The authentication that an intent's policy asks for.
    public init(_ policy: IntentAuthenticationPolicy) {
        switch policy {
        case .alwaysAllowed: self = .none
        case .requiresAuthentication: self = .required
        case .requiresLocalDeviceAuthentication: self = .local
        }
    }

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
