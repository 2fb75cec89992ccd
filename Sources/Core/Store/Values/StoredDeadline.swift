import MonotonicTime

/// A deadline that survives restarts and reboots: the end of a timer, or of the longest time that an output may be on.
///
/// ```
///   kept                          off                       read again
///    ├──────── remaining ─────────────────────────────┤ end
///    │  same boot                                 ├───┤ by CLOCK_BOOTTIME
///    │  other boot, wall clock synchronised twice ├───┤ by the wall clock
///    │  other boot, otherwise                     ├──── remaining ───── …
/// ```
public struct StoredDeadline: Sendable, Hashable {
    /// The kind of the control that the deadline belongs to.
    public let kind: String
    /// The purpose of the deadline: `timer`, `max_time`; without `#`.
    public let purpose: String
    /// The end on the wall clock, and whether that clock could be trusted when the deadline was stored.
    public let end: StoredTime
    /// The boot in which the deadline was stored.
    public let bootID: String
    /// The end in nanoseconds of that boot's `CLOCK_BOOTTIME`.
    public let boottimeEnd: Int64
    /// The whole duration that ends at the deadline; at least zero.
    public let duration: Duration
    /// The time left when the deadline was stored, from zero to `duration`.
    public let remaining: Duration

    /// The key in the store: one deadline for each purpose of a kind.
    public var name: String { Self.name(kind: kind, purpose: purpose) }

    public static func name(kind: String, purpose: String) -> String { "\(kind)#\(purpose)" }

    /// The time left at the moment `now`, from zero to `remaining`. It never exceeds the stored value.
    ///
    /// - In the same boot: on `CLOCK_BOOTTIME`, which no program can set.
    /// - In another boot, with the wall clock synchronised both times: on the wall clock; zero where the end has
    ///   passed.
    /// - Otherwise the time without power is unknown: the result is the stored time left, with the source `.stored`.
    ///   The same applies if the wall clock shows more time left than was stored: one of its two readings was wrong.
    public func remaining(at now: StoredMoment) -> RemainingTime {
        if !bootID.isEmpty && bootID == now.bootID {
            let left = Duration.nanoseconds(boottimeEnd) - .nanoseconds(now.boottime)
            return RemainingTime(duration: min(max(left, .zero), remaining), source: .boottime)
        }
        let left = Duration.milliseconds(end.milliseconds) - .milliseconds(now.wall.milliseconds)
        guard end.isSynchronized && now.wall.isSynchronized && left <= remaining else {
            return RemainingTime(duration: remaining, source: .stored)
        }
        return RemainingTime(duration: max(left, .zero), source: .wallClock)
    }
}

extension StoredDeadline {
    /// Creates a deadline with `remaining` left at the moment `now`.
    ///
    /// - Parameters:
    ///   - duration: The whole duration; a negative duration counts as zero.
    ///   - remaining: The time left, clamped to the range from zero to `duration`; by default `duration`.
    public init(kind: String, purpose: String, duration: Duration, remaining: Duration? = nil, at now: StoredMoment) {
        // Round to whole nanoseconds, as stored, so that a deadline read back is equal.
        let duration = Duration.nanoseconds(max(duration, .zero).nanoseconds)
        let remaining = min(.nanoseconds(max(remaining ?? duration, .zero).nanoseconds), duration)
        let (milliseconds, isTooLate) = now.wall.milliseconds.addingReportingOverflow(remaining.nanoseconds / 1_000_000)
        let (boottimeEnd, isTooLong) = now.boottime.addingReportingOverflow(remaining.nanoseconds)
        self.init(
            kind: kind, purpose: purpose,
            end: StoredTime(
                milliseconds: isTooLate ? .max : milliseconds, isSynchronized: now.wall.isSynchronized),
            bootID: now.bootID, boottimeEnd: isTooLong ? .max : boottimeEnd, duration: duration, remaining: remaining)
    }
}

/// The time left until a stored deadline, and the clock that measured it.
public struct RemainingTime: Sendable, Hashable {
    /// The source of the measured time.
    public enum Source: Sendable, Hashable {
        /// `CLOCK_BOOTTIME`: the deadline was stored in the current boot.
        case boottime
        /// The wall clock: the deadline is from another boot, and the clock was synchronised both times.
        case wallClock
        /// The stored time left: no clock shows how long the panel was off. Users should be told.
        case stored
    }

    /// The time left; zero where the deadline has passed.
    public let duration: Duration
    /// The source of the measured time.
    public let source: Source
}
