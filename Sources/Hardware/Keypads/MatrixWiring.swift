import Gestures

/// A matrix keypad and the lines that it is on.
public struct MatrixWiring: Sendable, Hashable {
    /// The rows' lines, by name or `CHIP:OFFSET`; all on one chip.
    public let rows: [String]
    /// The columns' lines, likewise.
    public let columns: [String]
    /// The keys.
    public let layout: KeypadLayout

    /// A keypad on these lines.
    ///
    /// - Throws: `KeypadWiringError` where the layout has another number of rows or columns.
    public init(rows: [String], columns: [String], layout: KeypadLayout) throws(KeypadWiringError) {
        guard rows.count == layout.rowCount, columns.count == layout.columnCount else {
            throw KeypadWiringError(
                lines: (rows.count, columns.count), keys: (layout.rowCount, layout.columnCount))
        }
        self.rows = rows
        self.columns = columns
        self.layout = layout
    }
}

/// A keypad's lines are not as many as its keys need.
public struct KeypadWiringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// How many lines were named, for rows and for columns.
    public let rowLines: Int
    /// Likewise, for columns.
    public let columnLines: Int
    /// How many rows of keys there are.
    public let rows: Int
    /// How many keys a row has.
    public let columns: Int

    init(lines: (Int, Int), keys: (Int, Int)) {
        (rowLines, columnLines) = lines
        (rows, columns) = keys
    }

    public var description: String {
        "the keypad has \(rowLines) lines for rows and \(columnLines) for columns, but keys in \(rows) rows of \(columns)"
    }
}
