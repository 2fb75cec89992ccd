/// A text as its author wrote it: a key to look up, the values interpolated into it, and what to show without a table.
struct LocalizedText: Hashable, Sendable {
    /// The text itself, or a format with a specifier such as `%@` for each interpolated value.
    var key: String
    /// The interpolated values, rendered, in the order of their specifiers. Empty: the key is no format.
    var arguments: [String] = []
    /// Whether `%` begins a specifier. A plain literal such as `"100%"` is none.
    var isFormat = false
    /// What is shown where no table has the key; the key itself without it.
    var fallback: String?
    /// The table that has the key; `nil`: the usual one.
    var table: String?
    /// Whether the key is looked up. What is known only at run time is not.
    var isLookedUp = true
    /// The first image among the values.
    var symbol: ControlSnapshot.Symbol?

    /// Stands for an image among the arguments: the object replacement character of Unicode.
    static let imageMark: Character = "\u{FFFC}"

    /// A text that is shown as it is.
    static func verbatim(_ text: some StringProtocol) -> LocalizedText {
        LocalizedText(key: String(text), isLookedUp: false)
    }

    /// The text to show.
    func resolved() -> String {
        let translation = isLookedUp ? LocalizedStrings.current.string(forKey: key, table: table) : nil
        let pattern = translation ?? fallback ?? key
        let text = isFormat ? Self.fill(pattern, with: arguments) : pattern
        guard isLookedUp else { return text }
        return TextMarkup.words(of: text, isEnglish: translation == nil)
    }

    /// Puts the arguments where the format's specifiers stand, by order, or by position (`%2$@`) as translations do.
    ///
    /// A specifier without its argument stays as it is: a translator's slip must be seen, and must not end the process.
    static func fill(_ format: String, with arguments: [String]) -> String {
        var result = ""
        var rest = format[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            let specifier = rest[percent...].dropFirst().prefix { !Self.endsSpecifier($0) }
            guard specifier.endIndex < rest.endIndex else {
                return result + rest[percent...]
            }
            let end = rest.index(after: specifier.endIndex)
            if rest[specifier.endIndex] == "%" {
                result += "%"
            } else if let dollar = specifier.firstIndex(of: "$") {
                let position = Int(specifier[..<dollar]) ?? 0
                let isGiven = position >= 1 && position <= arguments.count
                result += isGiven ? arguments[position - 1][...] : rest[percent..<end]
            } else {
                result += next < arguments.count ? arguments[next][...] : rest[percent..<end]
                next += 1
            }
            rest = rest[end...]
        }
        return result + rest
    }

    /// Whether a character ends a specifier: `@`, `%` or a conversion letter, but no length modifier (C11, 7.21.6.1).
    private static func endsSpecifier(_ character: Character) -> Bool {
        character == "@" || character == "%" || (character.isLetter && !"hlqjzt".contains(character))
    }
}
