/// How long a session lasts.
public struct SessionLimits: Sendable, Equatable {
    /// Without use.
    public var idle: Duration
    /// At most, however it is used.
    public var longest: Duration

    /// Limits; where nothing is said, 5 minutes and 12 hours.
    public init(idle: Duration = .seconds(300), longest: Duration = .seconds(12 * 3_600)) {
        self.idle = idle
        self.longest = longest
    }
}
