/// The local time at the panel, and whether the clock can be trusted. The caller reads the clock.
public struct LocalMoment: Sendable, Equatable {
    public let date: LocalDate
    /// The day of the week.
    public let weekday: Weekday
    /// Minutes since midnight, 0 to 1439.
    public let minutes: Int
    /// Seconds since the last whole minute, 0 to 59.
    public let seconds: Int
    /// Whether the clock has been set from a time source since boot.
    public let isSynchronized: Bool

    /// Creates a moment; `minutes` are clamped to the range from 0 to 1439, `seconds` to the range from 0 to 59.
    public init(date: LocalDate, weekday: Weekday, minutes: Int, seconds: Int = 0, isSynchronized: Bool) {
        self.date = date
        self.weekday = weekday
        self.minutes = min(max(minutes, 0), 1_439)
        self.seconds = min(max(seconds, 0), 59)
        self.isSynchronized = isSynchronized
    }
}

extension LocalMoment {
    /// Creates the moment `seconds` after 1970-01-01 00:00, both in local time; `nil` before 1970 and after 9999.
    public init?(localSeconds seconds: Int64, isSynchronized: Bool) {
        guard (0..<253_402_300_800).contains(seconds) else { return nil }
        let days = Int(seconds / 86_400)
        guard let date = LocalDate(daysSince1970: days) else { return nil }
        // 1970-01-01 was a Thursday.
        let weekdays = Weekday.allCases
        self.init(
            date: date, weekday: weekdays[(days + 3) % weekdays.count], minutes: Int(seconds % 86_400) / 60,
            seconds: Int(seconds % 60), isSynchronized: isSynchronized)
    }

    /// The next time at which clocks show `minutes` since midnight, 0 to 1440, and the time until then: up to 24 h on a
    /// day without a change of the time zone.
    func next(_ minutes: Int) -> (moment: LocalMoment, wait: Duration) {
        let left = minutes * 60 - (self.minutes * 60 + seconds)
        let isToday = left > 0 && minutes < 1_440
        let moment = LocalMoment(
            date: isToday ? date : date.next, weekday: isToday ? weekday : weekday.next, minutes: minutes % 1_440,
            isSynchronized: isSynchronized)
        return (moment, .seconds(left > 0 ? left : left + 86_400))
    }

    /// The moment for a clock that shows an impossible time; it is not trusted.
    public static let unknown = LocalMoment(
        date: LocalDate(first: 1970), weekday: .thursday, minutes: 0, isSynchronized: false)
}

extension LocalDate {
    /// Creates the first day of a year.
    fileprivate init(first year: Int) {
        (self.year, month, day) = (year, 1, 1)
    }

    /// Creates the day `days` after 1970-01-01.
    ///
    /// Source: Howard Hinnant's *chrono-Compatible Low-Level Date Algorithms*, `civil_from_days`, without the years
    /// before 0.
    fileprivate init?(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // The months count from March, so that a leap day is the last day of the year.
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + shifted / 146_097 * 400 + (month < 10 ? 0 : 1)
        self.init(
            year: year, month: month < 10 ? month + 3 : month - 9, day: dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
