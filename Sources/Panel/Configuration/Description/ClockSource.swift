/// The clocks by which guests' hours and `dim` may go.
public enum ClockSource: String, Sendable, Hashable, CaseIterable {
    /// A clock that a time source has set since boot.
    case synchronized
    /// Also a clock that the kernel has set from the board's real-time clock.
    case rtc
}
