import MonotonicTime

/// Finds a contact whose edges exceed a rate for some time, in constant memory.
///
/// A leaky bucket over the time stamps: every edge adds one, `rate` leak away per second. While it does not run empty,
/// the contact has exceeded the rate on average since it last was; when that has lasted for `duration`, it chatters. The
/// bucket holds one second's worth, so that a burst, however dense, counts for one second of silence at most: a
/// bouncing press is no storm.
struct ChatterDetector: Sendable, Hashable {
    private static let capacity = Duration.seconds(1)

    private let leak: Duration
    private let duration: Duration
    private var filledSince = MonotonicInstant(nanoseconds: .min)
    private var emptyAt = MonotonicInstant(nanoseconds: .min)

    /// - Parameter rate: edges per second; exactly this many are no storm.
    init(rate: Int, duration: Duration) {
        self.leak = .nanoseconds(1_000_000_000 / Int64(min(max(rate, 1), 1_000_000_000)))
        self.duration = duration
    }

    /// Counts an edge. Stamps must not decrease.
    ///
    /// - Returns: whether the contact chatters.
    mutating func count(at time: MonotonicInstant) -> Bool {
        if emptyAt <= time {
            filledSince = time
            emptyAt = time
        }
        emptyAt = min(emptyAt.advanced(by: leak), time.advanced(by: Self.capacity))
        return time.elapsed(since: filledSince) >= duration
    }
}
