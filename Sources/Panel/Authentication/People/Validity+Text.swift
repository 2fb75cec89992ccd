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
