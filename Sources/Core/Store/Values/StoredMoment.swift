/// One moment on both clocks that a deadline is kept on. The caller reads the clocks; no code here does.
public struct StoredMoment: Sendable, Hashable {
    /// The reading of the wall clock.
    public let wall: StoredTime
    /// The kernel's name for the boot, from `/proc/sys/kernel/random/boot_id`; empty where it is not known.
    public let bootID: String
    /// Nanoseconds on `CLOCK_BOOTTIME`, which runs while the machine sleeps and restarts with each boot.
    public let boottime: Int64

    public init(wall: StoredTime, bootID: String, boottime: Int64) {
        self.wall = wall
        self.bootID = bootID
        self.boottime = boottime
    }
}

/// A reading of the wall clock, and whether the clock could be trusted.
public struct StoredTime: Sendable, Hashable {
    /// Milliseconds since 1970-01-01 00:00 UTC, without leap seconds, as `CLOCK_REALTIME` counts.
    public let milliseconds: Int64
    /// The clock had been set from a time source since boot: `adjtimex(2)` did not report `STA_UNSYNC`.
    public let isSynchronized: Bool

    /// Creates a reading of `milliseconds` since 1970.
    public init(milliseconds: Int64, isSynchronized: Bool) {
        self.milliseconds = milliseconds
        self.isSynchronized = isSynchronized
    }
}
