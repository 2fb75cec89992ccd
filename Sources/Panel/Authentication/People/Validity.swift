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

extension Validity {
    /// What can limit a PIN, as texts call it.
    public enum Limit: String, Sendable, CaseIterable {
        /// The first day.
        case from
        /// The last day.
        case until
        /// The days of the week.
        case days
        /// The hours of the day.
        case hours
        /// How often.
        case uses
    }

    /// Reads what `text` writes: `from=2026-05-01 until=2026-05-31 days=mon,tue hours=22:00-06:00 uses=3`, any of them,
    /// each once, a space between; nothing is `always`.
    ///
    /// - Returns: `nil` where it is anything else, or ends before it begins.
    public init?(text: String) {
        do throws(ValidityTextError) { try self.init(parsing: text) } catch { return nil }
    }

    /// Reads what somebody new is to be given: the same, and at least one use.
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
            guard let days = Weekdays(text: value) else { return false }
            weekdays = days
            return true
        }
    }

    /// It in one line, as `init(text:)` reads it.
    public var text: String {
        var parts: [String] = []
        if let from { parts.append("from=\(from.text)") }
        if let until { parts.append("until=\(until.text)") }
        if !weekdays.isEmpty {
            parts.append("days=\(weekdays.text)")
        }
        if let hours { parts.append("hours=\(hours.text)") }
        if let usesLeft { parts.append("uses=\(min(max(usesLeft, 0), Self.mostUses))") }
        return parts.joined(separator: " ")
    }
}

/// Why a guest's PIN does not open now.
public enum ValidityRefusal: Error, Sendable, Equatable {
    /// Its first day is to come.
    case notYet
    /// Its last day was before.
    case over
    /// Not on this day of the week.
    case otherDay
    /// Not at this hour.
    case otherHour
    /// It was used as often as it may be.
    case usedUp
    /// It goes by the wall clock, which has not been set since boot.
    case clockNotSet
}

extension ValidityRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notYet: "this PIN is not valid yet"
        case .over: "this PIN is not valid any more"
        case .otherDay: "this PIN is not valid today"
        case .otherHour: "this PIN is not valid at this hour"
        case .usedUp: "this PIN is used up"
        case .clockNotSet: "this PIN goes by the clock, which has not been set since the start"
        }
    }
}

/// Why a text says no limits of a guest's PIN.
public enum ValidityTextError: Error, Sendable, Equatable {
    /// There is no such limit.
    case unknown(String)
    /// It is there twice.
    case repeated(Validity.Limit)
    /// It has a value that it cannot have.
    case malformed(Validity.Limit, value: String)
    /// The last day lies before the first.
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
    /// What it is written as.
    fileprivate var form: String {
        switch self {
        case .from, .until: "a date, as 2026-05-01"
        case .days: "days of the week, as mon,wed or mon-fri"
        case .hours: "hours of the day, as 22:00-06:00"
        case .uses: "a number of times, 1 to \(Validity.mostUses)"
        }
    }
}
