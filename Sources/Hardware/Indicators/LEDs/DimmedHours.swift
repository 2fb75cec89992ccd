/// The hours of the day in which a light is dimmed, by local time: a pure value.
///
/// ```
///   22:00 ──▶ 07:00     ▁▁▁▁▁▁▁████████████████▁▁
///                       0      7             22  24
/// ```
public struct DimmedHours: Sendable, Hashable {
    /// How many seconds local time is ahead of UTC at a moment, in seconds since 1970: a time zone.
    public typealias Zone = (_ seconds: Int64) -> Int

    /// When they begin, in minutes after midnight, 0 to 1439.
    public var begin: Int
    /// When they end; earlier than `begin`: on the next day. Where both are the same, there are none.
    public var end: Int
    /// How much of the light there is meanwhile, from 0 to 1.
    public var factor: Double

    private static let day: Int64 = 86_400

    /// Hours of their parts.
    public init(begin: Int, end: Int, factor: Double) {
        self.begin = begin
        self.end = end
        self.factor = factor
    }

    /// How much of the light there is at a moment, in seconds since 1970.
    public func factor(at seconds: Int64, in zone: Zone) -> Double {
        isDimmed(at: seconds, zone) ? factor : 1
    }

    /// When that changes next, in seconds since 1970; `nil` where it does not.
    ///
    /// It may change where one of the two times comes, by the zone's present offset or its next, or where the offset changes:
    /// a time that is skipped then has come.
    public func nextChange(after seconds: Int64, in zone: Zone) -> Int64? {
        // The longest day has less than 26 hours, and in one of two days each of the times comes.
        let horizon = seconds + 2 * 26 * 3600
        let offsets = Set([zone(seconds), zone(horizon)].map(Int64.init))
        let times = offsets.flatMap { offset in
            let midnight = (seconds + offset).floored(to: Self.day)
            return (0...3).flatMap { number in
                [begin, end].map { midnight + number * Self.day + Int64($0) * 60 - offset }
            }
        }
        let candidates = times + (offsets.count > 1 ? [transition(between: seconds, and: horizon, zone)] : [])
        let isDimmed = isDimmed(at: seconds, zone)
        return candidates.filter { $0 > seconds && self.isDimmed(at: $0, zone) != isDimmed }.min()
    }

    private func isDimmed(at seconds: Int64, _ zone: Zone) -> Bool {
        let local = seconds + Int64(zone(seconds))
        let second = local - local.floored(to: Self.day)
        let (begin, end) = (Int64(begin) * 60, Int64(end) * 60)
        return begin <= end ? (begin..<end).contains(second) : !(end..<begin).contains(second)
    }

    /// The first moment of the second one's offset.
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
    /// The next multiple of `unit` that is not above it.
    fileprivate func floored(to unit: Int64) -> Int64 {
        let remainder = self % unit
        return self - (remainder < 0 ? remainder + unit : remainder)
    }
}
