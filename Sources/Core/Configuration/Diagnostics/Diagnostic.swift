/// One message about a position in a panel's file.
public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Severity: String, Sendable, Hashable {
        /// The file cannot be used until this error is fixed.
        case error
        /// The file can be used. The note suggests an improvement, or explains an error.
        case note
    }

    public var severity: Severity
    public var position: SourcePosition
    /// The problem, the expected value and the remedy, in one line.
    public var message: String

    public init(severity: Severity, position: SourcePosition, message: String) {
        self.severity = severity
        self.position = position
        self.message = message
    }

    /// A suggestion or an explanation.
    static func note(_ message: String, at position: SourcePosition) -> Diagnostic {
        Diagnostic(severity: .note, position: position, message: message)
    }

    /// `FILE:LINE:COLUMN: error: MESSAGE`.
    public var description: String { "\(position): \(severity.rawValue): \(message)" }
}

/// A position in a panel's file.
public struct SourcePosition: Sendable, Hashable, CustomStringConvertible, Comparable {
    /// The file's name as the caller gave it.
    public var file: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1 in Unicode scalars, as libyaml counts.
    public var column: Int

    /// Creates the position at `line` and `column` of `file`, both counted from 1.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The beginning of a file, which is also the position for messages about the whole file.
    static func start(of file: String) -> SourcePosition {
        SourcePosition(file: file, line: 1, column: 1)
    }

    /// `FILE:LINE:COLUMN`, the form that editors and compilers share.
    public var description: String { "\(file):\(line):\(column)" }

    /// The order by file name, then by line, then by column.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}

/// The reason that a panel's file cannot be used: all its errors, in the order of the file.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The errors, and a closing note about errors beyond the print limit. Never empty in a thrown error.
    public var diagnostics: [Diagnostic]

    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Every diagnostic on its own line, without a line break at the end.
    public var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}
