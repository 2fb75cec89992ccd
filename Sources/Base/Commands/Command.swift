import CSpawn

/// A program to run, with its arguments and conditions.
package struct Command: Sendable, Hashable {
    /// The use of a command's outputs.
    package enum Output: Sendable, Hashable {
        /// Both outputs go to the journal.
        case logged
        /// The standard output is a value; the standard error goes to the journal.
        case value
        /// The standard output is a message, kept up to `CommandRunner.longestMessage` bytes; the standard error goes
        /// to the journal.
        case message
    }

    /// The program, by its path or by its name in one of the folders of `PATH`, and its arguments.
    package var arguments: [String]
    /// The program's path, where its first argument is another name; `nil`: the first argument names the program.
    package var program: String?
    /// The name of the parameter that provides the arguments, for messages to users.
    package var parameter: String
    /// The working directory; `nil`: the extension's.
    package var folder: String?
    /// The time limit.
    package var timeout: Duration
    /// The bytes of the standard input; `nil`: an empty input.
    package var input: [UInt8]?
    /// The use of the outputs.
    package var output: Output
    /// The rights that new files do not get, as in `umask(2)`; `nil`: the extension's.
    package var mask: UInt32?
    /// Whether the command may create sockets of families other than UNIX, as far as the extension may. If not, and
    /// the kernel cannot enforce that, the command is not run.
    package var hasNetwork: Bool

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

/// The result of a command that ended by itself.
package struct CommandResult: Sendable, Hashable {
    /// The exit status.
    package var status: Int32
    /// The first line of the standard output; `nil` where there is none.
    package var firstLine: String?
    /// The last line of the standard error, or else of the standard output; `nil` where there is none.
    package var lastLine: String?
    /// The standard output, of at most `CommandRunner.longestMessage` bytes, where it is a message; else empty.
    package var message: [UInt8] = []

    /// Throws the error for a status other than 0.
    package func check() throws(CommandError) {
        guard status == 0 else { throw .exited(status: status, output: lastLine) }
    }
}

package enum ProcessEnvironment {
    /// The variables, by name.
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

    /// The variables that are not empty.
    package static var filled: [String: String] { variables.filter { !$0.value.isEmpty } }
}
