/// How long a kept deadline still has, and by which clock that is known.
public struct RemainingTime: Sendable, Hashable {
    /// What the figure was taken from.
    public enum Source: Sendable, Hashable {
        /// `CLOCK_BOOTTIME`: the boot is the one in which the deadline was kept.
        case boottime
        /// The wall clock: another boot, and the clock was synchronised both times.
        case wallClock
        /// What was left when the deadline was kept: no clock tells how long the panel was off. People should be told.
        case stored
    }

    /// What is left; zero where the deadline has passed.
    public let duration: Duration
    /// What the figure was taken from.
    public let source: Source

    /// `duration` by `source`.
    public init(duration: Duration, source: Source) {
        self.duration = duration
        self.source = source
    }
}
