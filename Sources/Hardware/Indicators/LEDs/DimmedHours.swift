/// The hours of the day, in local time, in which a light is dimmed: a pure value.
///
/// ```
///   22:00 ──▶ 07:00     ▁▁▁▁▁▁▁████████████████▁▁
///                       0      7             22  24
/// ```
public struct DimmedHours: Sendable, Hashable {
    /// A time zone: the offset of local time from UTC, in seconds, at a time in seconds since 1970.
    public typealias Zone = (_ seconds: Int64) -> Int

    /// The start of the dimmed hours, in minutes after midnight, 0 to 1439.
    public var begin: Int
    /// The end of the dimmed hours, in minutes after midnight. Before `begin`: on the next day. Equal to `begin`: the
    /// light is never dimmed.
    public var end: Int
    /// The factor on the light's level in the dimmed hours, from 0 to 1.
    public var factor: Double

    private static let day: Int64 = 86_400

    /// Creates dimmed hours. The values are not checked.
    public init(begin: Int, end: Int, factor: Double) {
        self.begin = begin
        self.end = end
        self.factor = factor
    }

    /// The factor on the light's level at a time in seconds since 1970.
    public func factor(at seconds: Int64, in zone: Zone) -> Double {
        isDimmed(at: seconds, zone) ? factor : 1
    }

    /// The next time at which the factor changes, in seconds since 1970; `nil` where it never changes.
    ///
    /// The candidates are `begin` and `end` on the next days, by the zone's present and next offset, and the change
    /// of offset itself. At the change of offset, a local time that the zone skips counts as reached.
    public func nextChange(after seconds: Int64, in zone: Zone) -> Int64? {
        // The longest day is shorter than 26 hours, and both times occur in any two days.
        let horizon = seconds + 2 * 26 * 3600
        let offsets: Set<Int64> = [Int64(zone(seconds)), Int64(zone(horizon))]
        var candidates: [Int64] = []
        for offset in offsets {
            let midnight = (seconds + offset).floored(to: Self.day) - offset
            for number: Int64 in 0...3 {
                let day = midnight + number * Self.day
                candidates += [day + Int64(begin) * 60, day + Int64(end) * 60]
            }
        }
        if offsets.count > 1 { candidates.append(transition(between: seconds, and: horizon, zone)) }
        let isDimmed = isDimmed(at: seconds, zone)
        return candidates.filter { $0 > seconds && self.isDimmed(at: $0, zone) != isDimmed }.min()
    }

    private func isDimmed(at seconds: Int64, _ zone: Zone) -> Bool {
        let local = seconds + Int64(zone(seconds))
        let second = local - local.floored(to: Self.day)
        let (begin, end) = (Int64(begin) * 60, Int64(end) * 60)
        return begin <= end ? (begin..<end).contains(second) : !(end..<begin).contains(second)
    }

    /// The first second with the later offset.
    private func transition(between first: Int64, and last: Int64, _ zone: Zone) -> Int64 {
        let offset = zone(first)
        var (before, after) = (first, last)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if zone(middle) == offset { before = middle } else { after = middle }
        }
        return after
    }
}

extension Int64 {
    /// The largest multiple of `unit` that is not above the number.
    fileprivate func floored(to unit: Int64) -> Int64 {
        let remainder = self % unit
        return self - (remainder < 0 ? remainder + unit : remainder)
    }
}
