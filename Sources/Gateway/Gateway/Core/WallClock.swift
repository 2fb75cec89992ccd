import Glibc

/// The clock that people set.
enum WallClock {
    /// The time now, in seconds since 1970, to the millisecond.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec / 1_000_000) / 1000
    }
}
