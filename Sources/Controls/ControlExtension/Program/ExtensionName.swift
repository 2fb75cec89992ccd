/// Names of extensions, derived from the names of types.
enum ExtensionName {
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
}
