/// Names of extensions, derived from the names of types.
enum ExtensionName {
    /// The rule for names in a panel's file: a letter, then letters, digits, `-` and `_`; at most 64 bytes.
    static func isValid(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, isLetter(first), name.utf8.count <= 64 else { return false }
        return name.unicodeScalars.allSatisfy {
            isLetter($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
        }
    }

    /// `productivity-timer` for `ProductivityTimer`.
    static func kebab(_ type: String) -> String {
        words(type).joined(separator: "-").lowercased()
    }

    /// `Productivity Timer` for `ProductivityTimer`.
    static func spaced(_ type: String) -> String {
        words(type).joined(separator: " ")
    }

    /// The words of a name in camel case; several capitals are an abbreviation: `HTTPTimer` is `HTTP` and `Timer`.
    private static func words(_ name: String) -> [String] {
        let characters = Array(name)
        var words = [""]
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                words.append("")
                continue
            }
            let previous = index > 0 ? characters[index - 1] : character
            let next = index + 1 < characters.count ? characters[index + 1] : character
            let begins = character.isUppercase && (!previous.isUppercase || next.isLowercase)
            if begins { words.append("") }
            words[words.count - 1].append(character)
        }
        return words.filter { !$0.isEmpty }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
}
