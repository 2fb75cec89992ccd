/// A reading of the wall clock, with whether that clock could be trusted.
public struct StoredTime: Sendable, Hashable {
    /// Milliseconds since 1970-01-01 00:00 UTC, without leap seconds, as `CLOCK_REALTIME` counts.
    public let milliseconds: Int64
    /// The clock had been set from a time source since boot: `adjtimex(2)` did not report `STA_UNSYNC`.
    public let isSynchronized: Bool

    /// A reading of `milliseconds` since 1970.
    public init(milliseconds: Int64, isSynchronized: Bool) {
        self.milliseconds = milliseconds
        self.isSynchronized = isSynchronized
    }
}
