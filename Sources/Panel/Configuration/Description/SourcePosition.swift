/// A place in a panel's file.
public struct SourcePosition: Sendable, Hashable {
    /// The file's name as the person gave it.
    public var file: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1 in Unicode scalars, as libyaml counts.
    public var column: Int

    /// The place at `line` and `column`, both counted from 1, of `file`.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// Where a file begins; also the place of what concerns the file as a whole.
    static func start(of file: String) -> SourcePosition {
        SourcePosition(file: file, line: 1, column: 1)
    }
}

extension SourcePosition: CustomStringConvertible {
    /// `FILE:LINE:COLUMN`, the form that editors and compilers share.
    public var description: String { "\(file):\(line):\(column)" }
}

extension SourcePosition: Comparable {
    /// The order of a file: by line, then by column.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}
