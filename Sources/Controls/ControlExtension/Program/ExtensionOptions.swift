import Controls

/// The options of an extension, from its command line and its environment.
package struct ExtensionOptions: Sendable {
    /// The task of the process.
    package enum Task: Sendable, Hashable {
        /// Serve the panel until a signal ends the process.
        case serve
        /// Print the description for the panel, and exit.
        case describe
        /// Print the usage, and exit.
        case help
        /// Perform the intent from standard input, and exit. The extension starts its own program with this task to
        /// capture (C30).
        case capture
    }

    /// The task of the process.
    package var task = Task.serve
    /// The panel's socket. The extension's socket and the socket `host` are in the same folder.
    package var panelSocket: String
    package var name: String
    /// The extension's name for users.
    package var displayName: String
    /// The variables of the process's environment that are not empty.
    package let environment: [String: String]

    /// The path of the panel's socket if it is not configured.
    static let defaultPanelSocket = "/run/holdfast/panel"

    /// Reads the options from the environment.
    ///
    /// - Parameter type: The name of the bundle's type, from which the default names are derived. `nil` means the
    ///   program's name.
    package init(environment: [String: String], type: String? = nil) {
        let type = type ?? Self.programName
        self.environment = environment
        panelSocket = environment["HOLDFAST_SOCKET"] ?? Self.defaultPanelSocket
        name = environment["HOLDFAST_EXTENSION"] ?? ExtensionName.kebab(type)
        displayName = environment["HOLDFAST_NAME"] ?? ExtensionName.spaced(type)
    }

    /// Reads the options from the command line, and the others from the environment.
    ///
    /// - Parameter arguments: The command line without the program's name.
    package init(
        arguments: [String], environment: [String: String], type: String
    ) throws(ExtensionProgramError) {
        self.init(environment: environment, type: type)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            func value() throws(ExtensionProgramError) -> String {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw .missingValue(option: parts[0])
                }
                return value
            }
            switch parts[0] {
            case "--socket": panelSocket = try value()
            case "--name": name = try value()
            case "--describe" where parts.count == 1: task = .describe
            case CapturingProgram.option where parts.count == 1: task = .capture
            case "--help" where parts.count == 1, "-h" where parts.count == 1: task = .help
            default: throw .unknownOption(argument)
            }
        }
        guard ShortName.isValid(name) else { throw .invalidName(name) }
    }

    /// The folder of the panel's socket.
    private var folder: String {
        guard let slash = panelSocket.lastIndex(of: "/") else { return "." }
        return slash == panelSocket.startIndex ? "" : String(panelSocket[..<slash])
    }

    /// The folder of the extensions' sockets.
    package var extensionsFolder: String { folder + "/extensions" }

    /// The extension's own socket, if the service manager passes none.
    package var socket: String { "\(extensionsFolder)/\(name)" }

    /// The panel's socket for requests of extensions.
    package var hostSocket: String { folder + "/host" }

    package func help(program: String) -> String {
        """
        USAGE: \(program) [--socket PATH] [--name NAME] [--describe]

        \(displayName): controls for a Holdfast panel. The panel asks it by a socket, which the service manager gives it,
        or which is \(socket).

        OPTIONS:
          --socket PATH   the panel's socket, beside which the extension's lies: extensions/NAME
                          (else HOLDFAST_SOCKET, else \(Self.defaultPanelSocket))
          --name NAME     the extension's name, as the panel's file has it (else HOLDFAST_EXTENSION, else after its type)
          --describe      print the controls as JSON, their kinds without the domain, and end
          -h, --help      print this
        """
    }

    /// The name of the program's file.
    static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "extension"
    }
}
