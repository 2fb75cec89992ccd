extension String {
    /// The text for an error message: one short line, without characters that would move a terminal's cursor or change
    /// the text direction.
    var shown: String {
        let limit = 60
        var result = ""
        for scalar in unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                result += scalar.escaped
            // Readers would take these characters for a space.
            case .spaceSeparator where scalar != " ": result += scalar.escaped
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.count > limit ? result + "…" : result
    }

    /// The noun with `a` or `an` before it.
    var withArticle: String {
        (first.map { "aeiou".contains($0) } ?? false ? "an " : "a ") + self
    }
}

extension Unicode.Scalar {
    /// The scalar in Swift's notation: `\u{7}`.
    var escaped: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}

extension Sequence<String> {
    /// `a, b or c` for the conjunction `or`. Beyond `limit` words, the text gives only the number of the remaining
    /// ones.
    func listed(_ conjunction: String, limit: Int = 32) -> String {
        let words = Array(self)
        if words.count > limit {
            return words.prefix(limit).joined(separator: ", ") + " \(conjunction) \(words.count - limit) more"
        }
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
