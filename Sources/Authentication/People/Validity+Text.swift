extension Validity {
    /// Reads what `text` writes: `from=2026-05-01 until=2026-05-31 days=mon,tue hours=22:00-06:00 uses=3`, any of them,
    /// each once, a space between; nothing is `always`.
    ///
    /// - Returns: `nil` where it is anything else, or ends before it begins.
    public init?(text: String) {
        self.init()
        var keys: [Substring] = []
        for part in text.split(separator: " ", omittingEmptySubsequences: true) {
            guard let equals = part.firstIndex(of: "=") else { return nil }
            let key = part[..<equals]
            let value = part[part.index(after: equals)...]
            guard !keys.contains(key), read(key, value) else { return nil }
            keys.append(key)
        }
        if let from, let until, until < from { return nil }
    }

    private mutating func read(_ key: Substring, _ value: Substring) -> Bool {
        switch key {
        case "from":
            from = LocalDate(text: value)
            return from != nil
        case "until":
            until = LocalDate(text: value)
            return until != nil
        case "hours":
            hours = DailyHours(text: value)
            return hours != nil
        case "uses":
            usesLeft = DecimalText.number(value.utf8) ?? (value == "1000000" ? Self.mostUses : nil)
            return usesLeft != nil
        case "days":
            for name in value.split(separator: ",", omittingEmptySubsequences: false) {
                guard let day = Weekday.allCases.first(where: { $0.text == name }), weekdays.insert(day) else {
                    return false
                }
            }
            return true
        default:
            return false
        }
    }

    /// It in one line, as `init(text:)` reads it.
    public var text: String {
        var parts: [String] = []
        if let from { parts.append("from=\(from.text)") }
        if let until { parts.append("until=\(until.text)") }
        if !weekdays.isEmpty {
            parts.append("days=" + weekdays.days.map(\.text).joined(separator: ","))
        }
        if let hours { parts.append("hours=\(hours.text)") }
        if let usesLeft { parts.append("uses=\(min(max(usesLeft, 0), Self.mostUses))") }
        return parts.joined(separator: " ")
    }
}
