/// Where a PIN was typed. Each has a lockout of its own, so that nobody on the network locks people out at the door.
public enum AttemptSource: String, Sendable, Hashable, CaseIterable {
    /// The panel's own keypads.
    case pad
    /// Pages and the command line.
    case remote

    /// How many wrong PINs there are at once.
    public var capacity: Int {
        switch self {
        case .pad: 12
        case .remote: 6
        }
    }

    /// How long it takes to regain one of them.
    public var regainInterval: Duration {
        switch self {
        case .pad: .seconds(6 * 3_600)
        case .remote: .seconds(12 * 3_600)
        }
    }
}
