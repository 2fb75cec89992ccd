extension String {
    /// The text as an error message may show it: one short line, without characters that would move a terminal's cursor
    /// or turn the direction of what follows.
    var shown: String {
        let limit = 60
        var result = ""
        for scalar in unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                result += scalar.escaped
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.count > limit ? result + "…" : result
    }
}

extension Unicode.Scalar {
    /// `\u{7}`, as Swift writes it.
    var escaped: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}

extension Sequence<String> {
    /// `a, b or c` with the conjunction `or`; after `limit` words, how many more there are.
    func listed(_ conjunction: String, limit: Int = 24) -> String {
        let words = Array(self)
        if words.count > limit {
            return words.prefix(limit).joined(separator: ", ") + " \(conjunction) \(words.count - limit) more"
        }
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
