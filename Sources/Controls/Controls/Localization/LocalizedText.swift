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
        let translation = isLookedUp ? LocalizedStrings.current.translation(forKey: key, table: table) : nil
        let pattern = fallback ?? key
        if let translation, let text = translation.filled(with: arguments, format: isFormat ? pattern : nil) {
            return TextMarkup.words(of: text, isEnglish: translation.isEnglish)
        }
        let text = isFormat ? TextFormat.fill(pattern, with: arguments) : pattern
        return isLookedUp ? TextMarkup.words(of: text, isEnglish: true) : text
    }
}
