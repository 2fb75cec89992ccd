import MonotonicTime

/// A deadline that outlives the process and the boot: when a timer runs out, when an output has been on for too long.
///
/// ```
///   kept                          off                       read again
///    ├──────── remaining ─────────────────────────────┤ end
///    │  same boot                                 ├───┤ by CLOCK_BOOTTIME
///    │  other boot, wall clock synchronised twice ├───┤ by the wall clock
///    │  other boot, otherwise                     ├──── remaining ───── …
/// ```
public struct StoredDeadline: Sendable, Hashable {
    /// The kind of the control whose deadline it is.
    public let kind: String
    /// What ends: `timer`, `max_time`; without `#`.
    public let purpose: String
    /// The end on the wall clock, and whether that clock could be trusted when the deadline was kept.
    public let end: StoredTime
    /// The boot in which it was kept.
    public let bootID: String
    /// The end in nanoseconds of that boot's `CLOCK_BOOTTIME`.
    public let boottimeEnd: Int64
    /// The whole duration, to whose end the deadline is; at least zero.
    public let duration: Duration
    /// What was left of it when it was kept, from zero to `duration`.
    public let remaining: Duration

    /// A deadline that `remaining` is left to at the moment `now`.
    ///
    /// - Parameters:
    ///   - duration: The whole duration; below zero counts as zero.
    ///   - remaining: What is left of it; without one, all. Kept within zero and `duration`.
    public init(kind: String, purpose: String, duration: Duration, remaining: Duration? = nil, at now: StoredMoment) {
        // In whole nanoseconds, as they are kept: what is read back is equal.
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

    /// The deadline as it was read back.
    init(
        kind: String, purpose: String, end: StoredTime, bootID: String, boottimeEnd: Int64, duration: Duration,
        remaining: Duration
    ) {
        self.kind = kind
        self.purpose = purpose
        self.end = end
        self.bootID = bootID
        self.boottimeEnd = boottimeEnd
        self.duration = duration
        self.remaining = remaining
    }

    /// Under what the store keeps it: one deadline for each purpose of a kind.
    public var name: String { Self.name(kind: kind, purpose: purpose) }

    /// The name of the deadline of a kind for a purpose.
    public static func name(kind: String, purpose: String) -> String { "\(kind)#\(purpose)" }

    /// What is left at the moment `now`, from zero to `remaining`: a deadline never moves away from its end.
    ///
    /// - In the same boot: by `CLOCK_BOOTTIME`, which nobody sets.
    /// - In another, with the wall clock synchronised then and now: by the wall clock; zero where the end has passed.
    /// - Otherwise no clock tells how long the panel was off: what was left then, `.stored`. So too where the wall
    ///   clock says that more is left than was then: one of its two readings was wrong.
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
