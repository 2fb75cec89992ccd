/// How many characters a text display shows.
public struct DisplaySize: Sendable, Hashable {
    /// Characters in a row.
    public var columns: Int
    /// Rows.
    public var rows: Int

    /// The columns that a display may have.
    public static let columnRange = 8...200
    /// The rows that a display may have.
    public static let rowRange = 1...50

    /// The commonest character LCD but one: what is shown of a panel that has no display.
    public static let standard = DisplaySize(columns: 20, rows: 4)

    /// A size, taken into the ranges.
    public init(columns: Int, rows: Int) {
        self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
        self.rows = min(max(rows, Self.rowRange.lowerBound), Self.rowRange.upperBound)
    }
}
