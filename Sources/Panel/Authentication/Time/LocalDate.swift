/// A day of the Gregorian calendar.
public struct LocalDate: Sendable, Comparable {
    /// 1970 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// The day; `nil` where there is none such, or it lies before 1970 or after 9999.
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

    /// The day before; the first day is its own.
    public var previous: LocalDate {
        if day > 1 { return LocalDate(year: year, month: month, day: day - 1) ?? self }
        let (year, month) = month > 1 ? (year, month - 1) : (year - 1, 12)
        return LocalDate(year: year, month: month, day: Self.days(in: month, of: year)) ?? self
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

/// Small numbers as dates and times write them.
enum DecimalText {
    /// A number of up to six digits and nothing else.
    static func number(_ text: some Collection<UInt8>) -> Int? {
        guard (1...6).contains(text.count) else { return nil }
        var number = 0
        for byte in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// With a leading zero below ten.
    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
