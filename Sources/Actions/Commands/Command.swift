/// A program and what it is run with.
struct Command: Sendable, Hashable {
    /// What becomes of what it writes.
    enum Output: Sendable, Hashable {
        /// Both outputs go to the journal.
        case logged
        /// The first output is a value; the other goes to the journal.
        case value
    }

    /// The program, by its path or by its name in one of the folders of `PATH`, and its arguments.
    var arguments: [String]
    /// The parameter that the arguments are of, for people.
    var parameter = "arguments"
    /// Where it begins; `nil`: where the extension is.
    var folder: String?
    /// How long it may take.
    var timeout: Duration
    /// What becomes of what it writes.
    var output = Output.logged
    /// The rights that files which it makes do not get, as `umask(2)` has them; `nil`: as the extension's.
    var mask: UInt32?
}

/// What came of a command that ended by itself.
struct CommandResult: Sendable, Hashable {
    /// What it exited with.
    var status: Int32
    /// The first line of its output; `nil` where there is none.
    var firstLine: String?
    /// The last line that it wrote, of its errors if it wrote any.
    var lastLine: String?

    /// The failure that a status other than 0 is.
    func check() throws(ActionError) {
        guard status == 0 else { throw .exited(status: status, output: lastLine) }
    }
}
