/// The keys of a matrix keypad: each connects a row with a column.
public struct KeypadLayout: Sendable, Hashable {
    /// The largest number of rows, and of columns.
    public static let sizeLimit = 16

    /// The number of lines for the keypad's rows.
    public let rowCount: Int
    /// The number of lines for the keypad's columns.
    public let columnCount: Int
    /// The keys, row by row.
    private let keys: [Character]

    /// - Parameter rows: a text for each row, with a character for each column; a space means that there is no key.
    /// - Throws: `KeypadLayoutError`.
    public init(_ rows: [String]) throws(KeypadLayoutError) {
        let columnCount = rows.first?.count ?? 0
        for (index, row) in rows.enumerated() where row.count != columnCount {
            throw .unequalRows(row: index, count: row.count, first: columnCount)
        }
        guard rows.count <= Self.sizeLimit, columnCount <= Self.sizeLimit else {
            throw .tooLarge(rows: rows.count, columns: columnCount)
        }
        let keys = rows.flatMap { Array($0) }
        for (index, key) in keys.enumerated() where key != " " && keys[..<index].contains(key) {
            throw .keyTwice(key)
        }
        guard keys.contains(where: { $0 != " " }) else { throw .noKeys }
        rowCount = rows.count
        self.columnCount = columnCount
        self.keys = keys
    }

    /// The key that connects a row with a column, both counted from 0; a space where there is none.
    public subscript(row: Int, column: Int) -> Character { keys[row * columnCount + column] }

    /// The row and column of a key, counted from 0; `nil` for an unknown key.
    public func place(of key: Character) -> (row: Int, column: Int)? {
        guard key != " ", let index = keys.firstIndex(of: key) else { return nil }
        return (index / columnCount, index % columnCount)
    }
}

/// Why texts are not a valid layout of a keypad.
public enum KeypadLayoutError: Error, Sendable, Hashable {
    /// The layout has no key.
    case noKeys
    /// The text of a row, counted from 0, has a different number of characters from the first row.
    case unequalRows(row: Int, count: Int, first: Int)
    /// Two keys have the same name.
    case keyTwice(Character)
    /// More rows or columns than `KeypadLayout.sizeLimit`.
    case tooLarge(rows: Int, columns: Int)
}

extension KeypadLayoutError: CustomStringConvertible {
    /// The error in words, for users.
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
