/// Removes the markup that a panel cannot draw: images among the words, and grammar agreement.
enum TextMarkup {
    /// The text without markup.
    ///
    /// - Parameter isEnglish: Whether to inflect the author's words as English nouns. A translation stays unchanged.
    static func words(of text: String, isEnglish: Bool) -> String {
        var words = text
        // Most texts have no markup.
        if words.contains("^[") { words = agreed(words, isEnglish: isEnglish) }
        if words.contains(LocalizedText.imageMark) { words = withoutImages(words) }
        return words
    }

    /// Removes images, each with one of the spaces around it.
    private static func withoutImages(_ text: String) -> String {
        var words = ""
        var isAfterImage = false
        for character in text {
            if character == LocalizedText.imageMark {
                isAfterImage = true
                continue
            }
            if isAfterImage, character == " ", words.last ?? " " == " " { continue }
            words.append(character)
            isAfterImage = false
        }
        if isAfterImage, words.last == " " { words.removeLast() }
        return words
    }

    /// Replaces each `^[3 visitor](inflect: true)` by `3 visitors`. Other text stays unchanged.
    private static func agreed(_ text: String, isEnglish: Bool) -> String {
        var words = ""
        var rest = text[...]
        while let begin = rest.firstRange(of: "^[") {
            guard let middle = rest[begin.upperBound...].firstRange(of: "]("),
                let end = rest[middle.upperBound...].firstIndex(of: ")")
            else { break }
            words += rest[..<begin.lowerBound]
            let phrase = rest[begin.upperBound..<middle.lowerBound]
            let isInflected = rest[middle.upperBound..<end].contains("inflect: true")
            words += isEnglish && isInflected ? plural(phrase) : String(phrase)
            rest = rest[rest.index(after: end)...]
        }
        return words + rest
    }

    /// The phrase with its last word in the plural if the first word is a number other than one.
    private static func plural(_ phrase: Substring) -> String {
        let number = phrase.prefix { !$0.isWhitespace }
        guard let count = Double(number), abs(count) != 1, let last = phrase.last, last.isASCII, last.isLetter,
            number.endIndex < phrase.endIndex
        else { return String(phrase) }
        let endings = ["ss", "x", "z", "ch", "sh"]
        if endings.contains(where: phrase.hasSuffix) { return phrase + "es" }
        // The word seems to be a plural already.
        if last == "s" { return String(phrase) }
        if last == "y", let letter = phrase.dropLast().last, !"aeiou".contains(letter) {
            return phrase.dropLast() + "ies"
        }
        return phrase + "s"
    }
}
