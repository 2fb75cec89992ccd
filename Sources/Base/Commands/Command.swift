import CSpawn

/// A program and what it is run with.
package struct Command: Sendable, Hashable {
    /// What becomes of what it writes.
    package enum Output: Sendable, Hashable {
        /// Both outputs go to the journal.
        case logged
        /// The first output is a value; the other goes to the journal.
        case value
        /// The first output is a message, all of which is kept; the other goes to the journal.
        case message
    }

    /// The program, by its path or by its name in one of the folders of `PATH`, and its arguments.
    package var arguments: [String]
    /// The program's path, where it goes by another name in its arguments.
    package var program: String?
    /// The parameter that the arguments are of, for people.
    package var parameter: String
    /// Where it begins; `nil`: where the extension is.
    package var folder: String?
    /// How long it may take.
    package var timeout: Duration
    /// What it reads; `nil`: nothing.
    package var input: [UInt8]?
    /// What becomes of what it writes.
    package var output: Output
    /// The rights that files which it makes do not get, as `umask(2)` has them; `nil`: as the extension's.
    package var mask: UInt32?
    /// Whether it can make sockets of other families than UNIX's, as far as the extension can. Without it, it is not run
    /// where the kernel cannot keep it from that.
    package var hasNetwork: Bool

    /// A command of its parts.
    package init(
        arguments: [String], program: String? = nil, parameter: String = "arguments", folder: String? = nil,
        timeout: Duration, input: [UInt8]? = nil, output: Output = .logged, mask: UInt32? = nil,
        hasNetwork: Bool = true
    ) {
        self.arguments = arguments
        self.program = program
        self.parameter = parameter
        self.folder = folder
        self.timeout = timeout
        self.input = input
        self.output = output
        self.mask = mask
        self.hasNetwork = hasNetwork
    }
}

/// What came of a command that ended by itself.
package struct CommandResult: Sendable, Hashable {
    /// What it exited with.
    package var status: Int32
    /// The first line of its output; `nil` where there is none.
    package var firstLine: String?
    /// The last line that it wrote, of its errors if it wrote any.
    package var lastLine: String?
    /// Its first output, of at most `CommandRunner.longestMessage` bytes, where that is a message.
    package var message: [UInt8] = []

    /// The failure that a status other than 0 is.
    package func check() throws(CommandError) {
        guard status == 0 else { throw .exited(status: status, output: lastLine) }
    }
}

/// The environment of this process.
package enum ProcessEnvironment {
    /// Its variables, by their names.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var next = holdfast_environment() else { return variables }
        while let text = next.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }
}
