import MonotonicTime

/// A point on the kernel's `CLOCK_BOOTTIME`, which runs while the machine sleeps and restarts with each boot; or on a
/// simulation's clock. Resolution: 1 ns; range: 292 years.
public struct BoottimeInstant: Sendable, Hashable, Comparable {
    /// Nanoseconds since the clock's start.
    public var nanoseconds: Int64

    /// The instant `nanoseconds` after the clock's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's start.
    public static let zero = BoottimeInstant(nanoseconds: 0)

    public static func < (left: BoottimeInstant, right: BoottimeInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant `duration` later; saturates at the ends of the range.
    public func advanced(by duration: Duration) -> BoottimeInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return BoottimeInstant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from this instant to `other`, negative if `other` is earlier.
    public func duration(to other: BoottimeInstant) -> Duration {
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }
}
