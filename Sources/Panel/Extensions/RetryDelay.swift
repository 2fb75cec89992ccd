/// How long to wait before something that fails is tried again: 1, 2, 4 … 60 s (C44, E2).
struct RetryDelay {
    static let longest = Duration.seconds(60)

    private var following = Duration.seconds(1)

    /// The time to wait now; the next one is longer.
    mutating func next() -> Duration {
        defer { following = min(following * 2, Self.longest) }
        return following
    }

    /// It has succeeded.
    mutating func reset() {
        following = .seconds(1)
    }
}
