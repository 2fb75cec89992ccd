/// A text as its author wrote it: a key to look up, the interpolated values, and the fallback without a table.
struct LocalizedText: Hashable, Sendable {
    /// The text itself, or a format with a specifier such as `%@` for each interpolated value.
    var key: String
    /// The interpolated values as text, in the order of their specifiers. If empty, the key is no format.
    var arguments: [String] = []
    /// Whether `%` begins a specifier. A plain literal such as `"100%"` is no format.
    var isFormat = false
    /// The text if no table has the key; `nil` for the key itself.
    var fallback: String?
    /// The table with the key; `nil` for the default table.
    var table: String?
    /// Whether the key is looked up. A text known only at run time is not looked up.
    var isLookedUp = true
    /// The first image among the values.
    var symbol: ControlSnapshot.Symbol?

    /// The placeholder for an image among the arguments: Unicode's object replacement character.
    static let imageMark: Character = "\u{FFFC}"

    /// A text that is shown unchanged.
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

    /// Replaces the format's specifiers with the arguments, by order, or by position (`%2$@`), which translations use.
    ///
    /// A specifier without its argument stays unchanged: a translator's mistake must be visible, and must not end the
    /// process.
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
