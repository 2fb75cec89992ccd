import MonotonicTime

/// The time that is left until something, as people read it.
struct DisplayCountdown: Sendable, Hashable {
    /// `4:59`, from an hour on `1h05`, from a hundred hours on `5d`. What has begun counts: the last second is `0:01`.
    let text: String
    /// When it is another one; `nil` where that is never.
    let next: MonotonicInstant?

    private static let second: Int64 = 1_000_000_000
    private static let minute = 60 * second
    private static let hour = 60 * minute
    private static let day = 24 * hour

    /// The time from `now` until `end`.
    init(to end: MonotonicInstant, at now: MonotonicInstant) {
        let left = now.duration(to: end).nanoseconds
        let unit =
            left > 100 * Self.hour ? Self.day : left > Self.hour - Self.second ? Self.minute : Self.second
        guard left > 0 else {
            (text, next) = ("0:00", nil)
            return
        }
        let count = (left - 1) / unit + 1
        switch unit {
        case Self.day: text = "\(count)d"
        case Self.minute: text = "\(count / 60)h\(Self.padded(count % 60))"
        default: text = "\(count / 60):\(Self.padded(count % 60))"
        }
        // Where the unit changes, it may be another text before the count is.
        let bound = [100 * Self.hour, Self.hour - Self.second].first { left > $0 } ?? 0
        next = end.advanced(by: .nanoseconds(-max((count - 1) * unit, bound)))
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
