import CEventLoop

/// The clock that people set. People can set it back, so no gesture, timer or lockout uses it. Commands of a broker carry
/// its time, since their senders are other machines.
public enum WallClock {
    /// Seconds since 1970, in whole milliseconds.
    public static var now: Double { Double(holdfast_realtime_milliseconds()) / 1_000 }
}
