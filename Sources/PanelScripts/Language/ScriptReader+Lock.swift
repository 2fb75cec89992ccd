import Authentication

/// People, keys and the lock.
extension ScriptReader {
    /// `pin NAME DIGITS [owner|member|guest|duress] [uses N] [days DAYS] [hours HH:MM-HH:MM] [from DATE] [until DATE]`.
    static func person(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptPerson {
        let place = tokens.place
        let name = try tokens.word("the person's name")
        let digits = try tokens.word("the PIN")
        guard digits.allSatisfy({ ("0"..."9").contains($0) }) else {
            throw ScriptError("'\(digits)' is no PIN: digits alone", at: place)
        }
        var role: Role?
        var validity: [String] = []
        while !tokens.isEmpty {
            let word = try tokens.word("the role")
            if let found = Role(rawValue: word) {
                guard role == nil else { throw ScriptError("a person has one role", at: place) }
                role = found
            } else if limits.contains(word) {
                validity.append("\(word)=\(days(try tokens.word("what belongs to '\(word)'")))")
            } else {
                throw tokens.unknown(word, "role or limit", Role.allCases.map(\.rawValue) + limits)
            }
        }
        guard let limit = Validity(text: validity.joined(separator: " ")) else {
            throw ScriptError(
                "'\(validity.joined(separator: " "))' is no limit; write days mon-fri, hours 08:00-18:00, uses 3, "
                    + "from 2024-01-01 or until 2024-01-31", at: place)
        }
        // Only guests have limits: whoever has some is one.
        return ScriptPerson(
            name: name, digits: digits, role: role ?? (validity.isEmpty ? .member : .guest), validity: limit,
            place: place)
    }

    private static let limits = ["from", "until", "days", "hours", "uses"]

    /// `mon-fri` as `mon,tue,wed,thu,fri`; anything else as it is.
    private static func days(_ text: String) -> String {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let names = Weekday.allCases.map(\.text)
        guard ends.count == 2, let first = names.firstIndex(of: String(ends[0])),
            let last = names.firstIndex(of: String(ends[1]))
        else { return text }
        let range = first <= last ? Array(first...last) : Array(first..<names.count) + Array(0...last)
        return range.map { names[$0] }.joined(separator: ",")
    }

    /// `keys TEXT`, or `keypad NAME keys TEXT`.
    static func keys(_ tokens: inout ScriptTokens, ofNamed isNamed: Bool) throws(ScriptError) -> ScriptAction {
        let name = isNamed ? try tokens.word("the keypad") : nil
        if isNamed { try tokens.expect("keys") }
        return .keys(try tokens.word("what is typed"), on: name)
    }
}
