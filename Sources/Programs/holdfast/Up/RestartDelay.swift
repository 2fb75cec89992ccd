import MonotonicTime

/// How long a program that ends by itself is let rest before it is started again: 1, 2, 4 … 30 s.
struct RestartDelay: Sendable, Hashable {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(30)

    private var next = shortest

    /// The delay after a run of this length. One that was no failure at the start begins the row anew.
    mutating func after(_ run: Duration) -> Duration {
        if run >= Self.longest { next = Self.shortest }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
