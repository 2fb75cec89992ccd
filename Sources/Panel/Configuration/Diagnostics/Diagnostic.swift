/// One thing to say about a place of a panel's file.
public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// How much a diagnostic weighs.
    public enum Severity: String, Sendable, Hashable {
        /// The file cannot be used until this is mended.
        case error
        /// The file can be used; this may make it better, or explains an error.
        case note
    }

    /// How much it weighs.
    public var severity: Severity
    /// Where it is.
    public var position: SourcePosition
    /// What is wrong, what was expected and what to do, in one line.
    public var message: String

    /// A diagnostic of its parts.
    public init(severity: Severity, position: SourcePosition, message: String) {
        self.severity = severity
        self.position = position
        self.message = message
    }

    /// `FILE:LINE:COLUMN: error: MESSAGE`.
    public var description: String { "\(position): \(severity.rawValue): \(message)" }
}

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

/// Why a panel's file cannot be used: all its errors, in the order of the file.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The errors, and a closing note where there were more than are worth printing; never empty when thrown.
    public var diagnostics: [Diagnostic]

    /// An error of these diagnostics.
    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Every diagnostic, one a line, without a line break at the end.
    public var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}
