/// Why texts are no keypad's layout.
public enum KeypadLayoutError: Error, Sendable, Hashable {
    /// There is no key at all.
    case noKeys
    /// The text of a row, counted from 0, has another number of characters than the first one.
    case unequalRows(row: Int, count: Int, first: Int)
    /// Two keys have the same name.
    case keyTwice(Character)
    /// More rows or columns than `KeypadLayout.sizeLimit`.
    case tooLarge(rows: Int, columns: Int)
}

extension KeypadLayoutError: CustomStringConvertible {
    /// What is wrong, in a person's words.
    public var description: String {
        switch self {
        case .noKeys: "a keypad needs at least one key"
        case .unequalRows(let row, let count, let first):
            "row \(row + 1) of the keypad has \(count) keys, the first one \(first); write a space where there is no key"
        case .keyTwice(let key): "the keypad has two keys '\(key)'"
        case .tooLarge(let rows, let columns):
            "the keypad has \(rows) rows and \(columns) columns; \(KeypadLayout.sizeLimit) of each are the most"
        }
    }
}
