/// The result of one scan of a keypad's matrix: for each column, a bit for each row that followed it.
struct KeypadPicture: Sendable, Hashable {
    typealias Rows = UInt16

    private(set) var columns: [Rows]

    init(columnCount: Int) {
        columns = Array(repeating: 0, count: columnCount)
    }

    /// Sets the rows that followed a column, one bit for each row.
    mutating func set(_ column: Int, _ rows: Rows) { columns[column] = rows }

    func isClosed(_ row: Int, _ column: Int) -> Bool { columns[column] & (1 << row) != 0 }

    /// The number of contacts that seem closed.
    var count: Int { columns.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The columns whose contacts may be ghosts, one bit for each column.
    ///
    /// Without diodes, a row also follows a column through other keys:
    ///
    ///          column 0   column 1
    ///     row 0 ──●──────────●──      three keys are down (●); column 1, driven low, takes
    ///             │          │        row 0 along, that takes column 0 along, and that takes
    ///     row 1 ──●──────────○──      row 1 along: the fourth key (○) looks as if it were down
    ///
    /// Connected lines thus look as if each row were connected to each column. If the connected lines have only one
    /// row, or only one column, every closed contact is real. Otherwise any of the contacts may be a ghost.
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
