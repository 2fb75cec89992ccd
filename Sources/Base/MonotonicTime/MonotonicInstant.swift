/// A point on the kernel's `CLOCK_MONOTONIC`, or on the virtual clock of a simulation, which starts at zero.
///
/// The kernel stamps GPIO edges with this clock, so gestures, timers and edges compare without conversion. Steps of the
/// wall clock do not move it. Resolution: 1 ns; range: 292 years.
public struct MonotonicInstant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the clock's start (boot, or the beginning of the simulation).
    public var nanoseconds: Int64

    /// The instant `nanoseconds` after the clock's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's start.
    public static let zero = MonotonicInstant(nanoseconds: 0)

    /// An instant no timer ever reaches.
    public static let distantFuture = MonotonicInstant(nanoseconds: .max)

    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant `duration` later; saturates at `distantFuture`.
    public func advanced(by duration: Duration) -> MonotonicInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return MonotonicInstant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from here to `other`, negative if `other` is earlier; exact over the whole range.
    public func duration(to other: MonotonicInstant) -> Duration {
        // `Duration` holds 128 bits, so this cannot overflow as the difference of two `Int64` can.
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }
}
