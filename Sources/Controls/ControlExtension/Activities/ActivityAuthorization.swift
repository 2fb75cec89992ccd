/// Whether activities can be shown.
public final class ActivityAuthorizationInfo: Sendable {
    /// What is so now.
    public init() {}

    /// Whether there is a panel to show activities. How many it shows at a time is its own matter.
    public var areActivitiesEnabled: Bool { ExtensionContext.current.link.isThere }

    /// Whether an activity may be changed often: it may, since only the latest state is sent.
    public var frequentPushesEnabled: Bool { areActivitiesEnabled }
}

/// Why an activity cannot begin.
public enum ActivityAuthorizationError: Error, Sendable, Hashable {
    /// There is no panel.
    case unsupported
}
