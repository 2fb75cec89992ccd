/// The limits of a guest's PIN: dates, weekdays, hours, number of uses. An unset limit does not apply.
public struct Validity: Sendable, Equatable {
    /// The first valid day.
    public var from: LocalDate?
    /// The last valid day.
    public var until: LocalDate?
    /// The valid days of the week; empty means all.
    public var weekdays: Set<Weekday> = []
    /// The valid hours. Hours past midnight belong to the day on which they begin.
    public var hours: DailyHours?
    /// The number of uses left.
    public var usesLeft: Int?

    /// No limit.
    public static let always = Validity()

    /// The maximum number of uses.
    public static let mostUses = 1_000_000

    /// Whether the wall clock decides.
    var needsClock: Bool { from != nil || until != nil || !weekdays.isEmpty || hours != nil }

    /// The reason why the PIN is not valid at `moment`; `nil` where it is.
    public func refusal(at moment: LocalMoment) -> ValidityRefusal? {
        if let usesLeft, usesLeft <= 0 { return .usedUp }
        return refusalByClock(at: moment)
    }

    /// The reason why the clock refuses the PIN, and ends a session, at `moment`. A session has used its use, so that uses
    /// do not count here.
    ///
    /// - Parameter moment: Evaluated for a validity that needs the clock.
    func refusalByClock(at moment: @autoclosure () -> LocalMoment) -> ValidityRefusal? {
        guard needsClock else { return nil }
        let moment = moment()
        guard moment.isSynchronized else { return .clockNotSet }
        let began = hours.map { $0.day(of: moment.minutes) } ?? .same
        // At 02:00 within the hours 22:00-06:00, the day before counts.
        let (date, weekday) =
            began == .before ? (moment.date.previous, moment.weekday.previous) : (moment.date, moment.weekday)
        if let from, date < from { return .notYet }
        if let until, date > until { return .over }
        if !weekdays.isEmpty && !weekdays.contains(weekday) { return .otherDay }
        return began == nil ? .otherHour : nil
    }

    /// The time until the clock refuses a PIN that is valid at `moment`; `nil` if it does not within a day.
    func timeLeft(at moment: LocalMoment) -> Duration? {
        // A day ends at midnight, or with the hours that began on that day.
        [hours?.end, 1_440].compactMap(\.self).map { moment.next($0) }
            .filter { refusalByClock(at: $0.moment) != nil }.map(\.wait).min()
    }
}

extension Validity {
    /// The kinds of limits, with their names in texts.
    public enum Limit: String, Sendable, CaseIterable {
        /// The first valid day.
        case from
        /// The last valid day.
        case until
        /// The days of the week.
        case days
        /// The hours of the day.
        case hours
        /// The number of uses.
        case uses
    }

    /// Reads the format of `text`: `from=2026-05-01 until=2026-05-31 days=mon,tue hours=22:00-06:00 uses=3`. Each limit
    /// is optional, occurs at most once, and is separated by a space. An empty text is `always`.
    ///
    /// - Returns: `nil` where the text is malformed, or ends before it begins.
    public init?(text: String) {
        do throws(ValidityTextError) { try self.init(parsing: text) } catch { return nil }
    }

    /// Reads the limits of a new guest, in the format of `init(text:)`, with at least one use.
    public init(ofNew text: String) throws(ValidityTextError) {
        try self.init(parsing: text)
        if usesLeft == 0 { throw .malformed(.uses, value: "0") }
    }

    private init(parsing text: String) throws(ValidityTextError) {
        self.init()
        var limits: Set<Limit> = []
        for part in text.split(separator: " ", omittingEmptySubsequences: true) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let limit = Limit(rawValue: String(words[0])) else { throw .unknown(String(words[0])) }
            guard limits.insert(limit).inserted else { throw .repeated(limit) }
            guard words.count == 2, read(limit, words[1]) else {
                throw .malformed(limit, value: words.count == 2 ? String(words[1]) : "")
            }
        }
        if let from, let until, until < from { throw .endsBeforeItBegins(from: from, until: until) }
    }

    private mutating func read(_ limit: Limit, _ value: Substring) -> Bool {
        switch limit {
        case .from:
            from = LocalDate(text: value)
            return from != nil
        case .until:
            until = LocalDate(text: value)
            return until != nil
        case .hours:
            hours = DailyHours(text: value)
            return hours != nil
        case .uses:
            usesLeft = DecimalText.number(value.utf8) ?? (value == "1000000" ? Self.mostUses : nil)
            return usesLeft != nil
        case .days:
            guard let days = Set<Weekday>(text: value) else { return false }
            weekdays = days
            return true
        }
    }

    /// The limits in one line, in the format of `init(text:)`.
    public var text: String {
        let parts = [
            from.map { "from=\($0.text)" }, until.map { "until=\($0.text)" },
            weekdays.isEmpty ? nil : "days=\(weekdays.text)", hours.map { "hours=\($0.text)" },
            usesLeft.map { "uses=\(min(max($0, 0), Self.mostUses))" },
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}

/// The reason why a guest's PIN is not valid now.
public enum ValidityRefusal: String, Error, Sendable, Equatable, CustomStringConvertible {
    /// The first valid day is in the future.
    case notYet = "this PIN is not valid yet"
    /// The last valid day is in the past.
    case over = "this PIN is not valid any more"
    case otherDay = "this PIN is not valid today"
    case otherHour = "this PIN is not valid at this hour"
    /// The PIN has no uses left.
    case usedUp = "this PIN is used up"
    /// The limits need the wall clock, which has not been set since boot.
    case clockNotSet = "this PIN goes by the clock, which has not been set since the start"

    public var description: String { rawValue }
}

/// The reason why a text is not a valid list of limits.
public enum ValidityTextError: Error, Sendable, Equatable {
    /// The text has an unknown limit.
    case unknown(String)
    /// The limit occurs twice.
    case repeated(Validity.Limit)
    /// The limit's value is malformed or out of range.
    case malformed(Validity.Limit, value: String)
    /// The last day is before the first.
    case endsBeforeItBegins(from: LocalDate, until: LocalDate)
}

extension ValidityTextError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknown(let word):
            "there is no limit '\(word)'; there are: \(Validity.Limit.allCases.map(\.rawValue).joined(separator: ", "))"
        case .repeated(let limit): "'\(limit.rawValue)' is there twice"
        case .malformed(let limit, let value): "\(limit.rawValue): '\(value)' is not \(limit.form)"
        case .endsBeforeItBegins(let from, let until): "it ends on \(until.text), before it begins on \(from.text)"
        }
    }
}

extension Validity.Limit {
    /// The format of the limit's value, in words.
    fileprivate var form: String {
        switch self {
        case .from, .until: "a date, as 2026-05-01"
        case .days: "days of the week, as mon,wed or mon-fri"
        case .hours: "hours of the day, as 22:00-06:00"
        case .uses: "a number of times, 1 to \(Validity.mostUses)"
        }
    }
}
