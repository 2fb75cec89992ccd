extension Duration {
    private static let units: [(name: String, nanoseconds: UInt64)] = [
        ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
        ("ms", 1_000_000),
    ]

    /// 100 years of 366 days, in ns.
    private static let longestText: UInt64 = 100 * 366 * 86_400_000_000_000

    /// Reads a duration as people write it in a panel's file: a whole or decimal number and one of `ms`, `s`, `m`, `h`,
    /// `d`, without a space: `500ms`, `1.5s`, `2h`. Parts of a nanosecond are rounded.
    ///
    /// - Returns: `nil` where `text` is anything else, negative, or beyond 100 years of 366 days.
    public init?(text: some StringProtocol) {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let unit = Self.units.first(where: { $0.name == text[number.endIndex...] }) else { return nil }
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = UInt64(parts[0]) else { return nil }
        // In integers: a `Double` would lose nanoseconds beyond 104 days, and round trips with them.
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
        guard !overflow, product <= Self.longestText else { return nil }
        var total = product
        if parts.count > 1 {
            let digits = parts[1].prefix(18)
            guard let fraction = UInt64(digits), !parts[1].contains(".") else { return nil }
            let scale = digits.reduce(into: UInt64(1)) { scale, _ in scale *= 10 }
            let (quotient, remainder) = scale.dividingFullWidth(fraction.multipliedFullWidth(by: unit.nanoseconds))
            total += quotient + (remainder >= scale - remainder ? 1 : 0)
        }
        guard total <= Self.longestText else { return nil }
        self = .nanoseconds(Int64(total))
    }

    /// The duration as `init(text:)` reads it, in the largest unit that divides it: `500ms`, `90s`, `2h`. Parts of a
    /// millisecond are written as a decimal number of milliseconds; parts of a nanosecond are left out.
    public var text: String {
        let total = nanoseconds
        let size = total.magnitude
        let sign = total < 0 ? "-" : ""
        guard size > 0 else { return "0s" }
        if let unit = Self.units.first(where: { size.isMultiple(of: $0.nanoseconds) }) {
            return "\(sign)\(size / unit.nanoseconds)\(unit.name)"
        }
        var fraction = String(size % 1_000_000)
        fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(size / 1_000_000).\(fraction)ms"
    }
}
