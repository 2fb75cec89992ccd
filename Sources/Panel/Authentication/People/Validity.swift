/// When a guest's PIN opens: within dates, on weekdays, at hours, a number of times. What is not said does not limit.
public struct Validity: Sendable, Equatable {
    /// The first day.
    public var from: LocalDate?
    /// The last day.
    public var until: LocalDate?
    /// The days of the week; empty: all.
    public var weekdays: Weekdays = []
    /// The hours; those that last over midnight belong to the day on which they begin.
    public var hours: DailyHours?
    /// How many times are left.
    public var usesLeft: Int?

    /// No limit.
    public static let always = Validity()

    /// Without limits at first.
    public init() {}

    /// The most uses that can be given.
    public static let mostUses = 1_000_000

    private var needsClock: Bool { from != nil || until != nil || !weekdays.isEmpty || hours != nil }

    /// Why it does not open at `moment`; `nil` where it does.
    public func refusal(at moment: LocalMoment) -> ValidityRefusal? {
        if let usesLeft, usesLeft <= 0 { return .usedUp }
        guard needsClock else { return nil }
        guard moment.isSynchronized else { return .clockNotSet }
        let began = hours.map { $0.day(of: moment.minutes) } ?? .same
        // At two in the morning of hours from ten to six it is still the day before.
        let (date, weekday) =
            began == .before ? (moment.date.previous, moment.weekday.previous) : (moment.date, moment.weekday)
        if let from, date < from { return .notYet }
        if let until, date > until { return .over }
        if !weekdays.isEmpty && !weekdays.contains(weekday) { return .otherDay }
        return began == nil ? .otherHour : nil
    }
}
