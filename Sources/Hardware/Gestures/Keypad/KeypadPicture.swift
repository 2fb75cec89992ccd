/// What one scan of a keypad's matrix has shown: for each column, a bit for each row that followed it.
struct KeypadPicture: Sendable, Hashable {
    typealias Rows = UInt16

    private(set) var columns: [Rows]

    init(columnCount: Int) {
        columns = Array(repeating: 0, count: columnCount)
    }

    /// The rows that followed a column, as levels.
    mutating func set(_ column: Int, _ rows: Rows) { columns[column] = rows }

    func isClosed(_ row: Int, _ column: Int) -> Bool { columns[column] & (1 << row) != 0 }

    /// How many contacts seem closed.
    var count: Int { columns.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The columns, as bits, whose contacts may be ghosts.
    ///
    /// Without diodes a row follows a column by way of other keys as well:
    ///
    ///          column 0   column 1
    ///     row 0 ──●──────────●──      three keys are down (●); column 1, driven low, takes
    ///             │          │        row 0 along, that takes column 0 along, and that takes
    ///     row 1 ──●──────────○──      row 1 along: the fourth key (○) looks as if it were down
    ///
    /// So lines that hang together look connected each with each. Where they are one row, or one column, each contact
    /// is what holds its line, and none can be a ghost; otherwise any of them can.
    var ambiguousColumns: UInt16 {
        var ambiguous: UInt16 = 0
        for first in columns.indices where columns[first] != 0 && ambiguous & (1 << first) == 0 {
            var rows = columns[first]
            var members: UInt16 = 1 << first
            var isGrowing = true
            while isGrowing {
                isGrowing = false
                for column in columns.indices where members & (1 << column) == 0 && columns[column] & rows != 0 {
                    rows |= columns[column]
                    members |= 1 << column
                    isGrowing = true
                }
            }
            if rows.nonzeroBitCount > 1, members.nonzeroBitCount > 1 { ambiguous |= members }
        }
        return ambiguous
    }
}
