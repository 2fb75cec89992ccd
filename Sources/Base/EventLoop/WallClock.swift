import CEventLoop

/// The clock that people set. No decision of the panel depends on it, since people can set it back.
public enum WallClock {
    /// Seconds since 1970, in whole milliseconds.
    public static var now: Double { Double(holdfast_realtime_milliseconds()) / 1_000 }
}
