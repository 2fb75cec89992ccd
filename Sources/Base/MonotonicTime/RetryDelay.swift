/// How long to wait before something that fails is tried again: twice as long each time, up to a limit; where nothing else
/// is given 1, 2, 4 … 60 s (C44, E2).
public struct RetryDelay: Sendable, Hashable {
    /// The first time to wait.
    public let first: Duration
    /// The time that is not exceeded.
    public let longest: Duration

    private var following: Duration

    /// A row that has not begun.
    ///
    /// - Parameters:
    ///   - first: more than nothing.
    ///   - longest: where it is less than `first`, each time to wait is this one.
    public init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
        self.first = min(first, longest)
        self.longest = longest
        following = self.first
    }

    /// The time to wait now; the next one is longer.
    public mutating func next() -> Duration {
        defer { following = min(following * 2, longest) }
        return following
    }

    /// It has succeeded: the row begins anew.
    public mutating func reset() {
        following = first
    }
}
