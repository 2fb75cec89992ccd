/// A day of the Gregorian calendar.
public struct LocalDate: Sendable, Comparable {
    /// The year, 1970 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Creates a day; `nil` where it does not exist, or is before 1970 or after 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1970...9999).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`.
    public init?(text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = DecimalText.number(parts[0]), let month = DecimalText.number(parts[1]),
            let day = DecimalText.number(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as `YYYY-MM-DD`.
    public var text: String { "\(year)-\(DecimalText.two(month))-\(DecimalText.two(day))" }

    /// The previous day; 1970-01-01 returns itself.
    public var previous: LocalDate {
        if day > 1 { return LocalDate(year: year, month: month, day: day - 1) ?? self }
        let (year, month) = month > 1 ? (year, month - 1) : (year - 1, 12)
        return LocalDate(year: year, month: month, day: Self.days(in: month, of: year)) ?? self
    }

    /// The next day; 9999-12-31 returns itself.
    var next: LocalDate {
        LocalDate(year: year, month: month, day: day + 1) ?? LocalDate(year: year, month: month + 1, day: 1)
            ?? LocalDate(year: year + 1, month: 1, day: 1) ?? self
    }

    public static func < (left: LocalDate, right: LocalDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Small decimal numbers in dates and times.
enum DecimalText {
    /// Reads a number of one to six digits; `nil` for any other text.
    static func number(_ text: some Collection<UInt8>) -> Int? {
        guard (1...6).contains(text.count) else { return nil }
        var number = 0
        for byte in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// Writes a number below 100 with two digits.
    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
