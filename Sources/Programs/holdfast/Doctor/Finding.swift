/// One result of an examination.
struct Finding: Sendable, Hashable, Encodable {
    /// How urgent a finding is.
    enum Level: String, Sendable, Hashable, CaseIterable, Encodable {
        /// The panel, or a part of it, does not work.
        case error
        /// The panel works, and will probably fail or do something unwanted.
        case warning
        /// A suggestion, or a fact that could not be examined.
        case note
        /// The examined part is in order.
        case ok
    }

    /// The kind of the finding in kebab-case. Programs may rely on the kind: it stays when the words change.
    let id: String
    let level: Level
    /// The examined part: a line, a file, a unit.
    let subject: String
    /// The observed fact, in one line.
    let found: String
    /// A command to type or a thing to do. Every error and warning has one.
    let remedy: String?

    /// The remedy where files or users of the installation are missing.
    static let installAgain = "install Holdfast again: its package, or sudo make install"

    private init(_ level: Level, _ id: String, _ subject: String, _ found: String, remedy: String?) {
        (self.id, self.level, self.subject, self.found, self.remedy) = (id, level, subject, found, remedy)
    }

    static func error(_ id: String, _ subject: String, _ found: String, remedy: String) -> Finding {
        Finding(.error, id, subject, found, remedy: remedy)
    }

    static func warning(_ id: String, _ subject: String, _ found: String, remedy: String) -> Finding {
        Finding(.warning, id, subject, found, remedy: remedy)
    }

    static func note(_ id: String, _ subject: String, _ found: String, remedy: String? = nil) -> Finding {
        Finding(.note, id, subject, found, remedy: remedy)
    }

    static func ok(_ id: String, _ subject: String, _ found: String) -> Finding {
        Finding(.ok, id, subject, found, remedy: nil)
    }
}
