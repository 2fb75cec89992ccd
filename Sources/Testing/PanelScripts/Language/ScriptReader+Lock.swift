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
                validity.append("\(word)=\(try tokens.word("what belongs to '\(word)'"))")
            } else {
                throw tokens.unknown(word, "role or limit", Role.allCases.map(\.rawValue) + limits)
            }
        }
        let limit: Validity
        do throws(ValidityTextError) {
            limit = try Validity(ofNew: validity.joined(separator: " "))
        } catch {
            throw ScriptError("\(error)", at: place)
        }
        // Only guests have limits: whoever has some is one.
        return ScriptPerson(
            name: name, digits: digits, role: role ?? (validity.isEmpty ? .member : .guest), validity: limit,
            place: place)
    }

    private static let limits = Validity.Limit.allCases.map(\.rawValue)

    /// `keys TEXT`, or `keypad NAME keys TEXT`.
    static func keys(_ tokens: inout ScriptTokens, ofNamed isNamed: Bool) throws(ScriptError) -> ScriptAction {
        let name = isNamed ? try tokens.word("the keypad") : nil
        if isNamed { try tokens.expect("keys") }
        return .keys(try tokens.word("what is typed"), on: name)
    }
}
