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
