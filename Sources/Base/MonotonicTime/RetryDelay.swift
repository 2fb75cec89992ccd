/// The delays between attempts to repeat a failed action. Each is twice the last, up to a limit; by default 1, 2, 4 …
/// 60 s.
public struct RetryDelay: Sendable, Hashable {
    public let first: Duration
    public let longest: Duration

    private var following: Duration

    /// - Parameters:
    ///   - first: more than zero.
    ///   - longest: if less than `first`, all delays are this one.
    public init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
        self.first = min(first, longest)
        self.longest = longest
        following = self.first
    }

    /// Returns the present delay, and doubles the following one up to the limit.
    public mutating func next() -> Duration {
        defer { following = min(following * 2, longest) }
        return following
    }

    /// Restarts the sequence after a success.
    public mutating func reset() {
        following = first
    }
}
