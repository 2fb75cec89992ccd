/// What the wall clock says where the panel is, with whether it can be trusted. Who has the clock reads it.
public struct LocalMoment: Sendable, Equatable {
    /// The day.
    public let date: LocalDate
    /// The day's name.
    public let weekday: Weekday
    /// Minutes since midnight, 0 to 1439.
    public let minutes: Int
    /// The clock has been set from a time source since boot.
    public let isSynchronized: Bool

    /// A moment; `minutes` beyond a day count as its last.
    public init(date: LocalDate, weekday: Weekday, minutes: Int, isSynchronized: Bool) {
        self.date = date
        self.weekday = weekday
        self.minutes = min(max(minutes, 0), 1_439)
        self.isSynchronized = isSynchronized
    }
}

extension LocalMoment {
    /// The moment so many seconds after 1970-01-01 00:00, both in local time; `nil` before that, and after 9999.
    public init?(localSeconds seconds: Int64, isSynchronized: Bool) {
        guard (0..<253_402_300_800).contains(seconds) else { return nil }
        let days = Int(seconds / 86_400)
        guard let date = LocalDate(daysSince1970: days) else { return nil }
        // That day was a Thursday.
        let weekdays = Weekday.allCases
        self.init(
            date: date, weekday: weekdays[(days + 3) % weekdays.count], minutes: Int(seconds % 86_400) / 60,
            isSynchronized: isSynchronized)
    }

    /// What a clock says that shows nonsense: it cannot be trusted.
    public static let unknown = LocalMoment(
        date: LocalDate(first: 1970), weekday: .thursday, minutes: 0, isSynchronized: false)
}

extension LocalDate {
    /// The first day of a year.
    fileprivate init(first year: Int) {
        (self.year, month, day) = (year, 1, 1)
    }

    /// The day so many days after 1970-01-01: Howard Hinnant's *chrono-Compatible Low-Level Date Algorithms*,
    /// `civil_from_days`, without the years before 0.
    fileprivate init?(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // Counted from March, so that the day that not all years have is the last one.
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + shifted / 146_097 * 400 + (month < 10 ? 0 : 1)
        self.init(
            year: year, month: month < 10 ? month + 3 : month - 9, day: dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
