extension Duration {
    /// Reads a duration as people write it in a panel's file: a whole or decimal number and one of `ms`, `s`, `m`, `h`,
    /// `d`, without a space: `500ms`, `1.5s`, `2h`.
    ///
    /// - Returns: `nil` where `text` is anything else, negative, or beyond 100 years.
    public init?(text: some StringProtocol) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let nanosecondsPerUnit: Double
        switch text[digits.endIndex...] {
        case "ms": nanosecondsPerUnit = 1e6
        case "s": nanosecondsPerUnit = 1e9
        case "m": nanosecondsPerUnit = 60e9
        case "h": nanosecondsPerUnit = 3_600e9
        case "d": nanosecondsPerUnit = 86_400e9
        default: return nil
        }
        guard digits.first != ".", digits.last != ".", let number = Double(digits) else { return nil }
        let nanoseconds = (number * nanosecondsPerUnit).rounded()
        guard nanoseconds <= 100 * 366 * 86_400e9 else { return nil }
        self = .nanoseconds(Int64(nanoseconds))
    }

    /// The duration as `init(text:)` reads it, in the largest unit that divides it: `500ms`, `90s`, `2h`. Parts of a
    /// millisecond are written as a decimal number of milliseconds.
    public var text: String {
        let total = nanoseconds
        for (unit, size) in [("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000)]
            as [(String, Int64)]
        where total != 0 && total % size == 0 {
            return "\(total / size)\(unit)"
        }
        if total % 1_000_000_000 == 0 { return "\(total / 1_000_000_000)s" }
        if total % 1_000_000 == 0 { return "\(total / 1_000_000)ms" }
        return "\(Double(total) / 1e6)ms"
    }
}
