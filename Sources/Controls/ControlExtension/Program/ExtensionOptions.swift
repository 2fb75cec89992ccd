import Glibc

/// How an extension was started: what its command line and its environment say.
package struct ExtensionOptions: Sendable {
    /// What it is to do.
    package enum Task: Sendable, Hashable {
        /// Answer the panel until it is told to end.
        case serve
        /// Print what it would tell the panel, and end.
        case describe
        /// Print how it is used, and end.
        case help
        /// Perform the intent that it reads, and end: what it starts itself for, to capture (C30).
        case capture
    }

    /// What it is to do.
    package var task = Task.serve
    /// The panel's socket; those of the extension and of the host lie beside it.
    package var panelSocket: String
    /// The extension's name.
    package var name: String
    /// What people call it.
    package var displayName: String
    /// The environment that it was started with.
    package let environment: ExtensionEnvironment

    /// Where a panel's socket lies that nobody put elsewhere.
    static let defaultPanelSocket = "/run/holdfast/panel"

    /// What the environment says.
    ///
    /// - Parameter type: The name of the bundle's type, after which the extension is called where nothing else names it;
    ///   without one, the program's.
    package init(environment: ExtensionEnvironment, type: String? = nil) {
        let type = type ?? Self.programName
        self.environment = environment
        panelSocket = environment["HOLDFAST_SOCKET"] ?? Self.defaultPanelSocket
        name = environment["HOLDFAST_EXTENSION"] ?? ExtensionName.kebab(type)
        displayName = environment["HOLDFAST_NAME"] ?? ExtensionName.spaced(type)
    }

    /// What the command line says, and where it says nothing, the environment.
    ///
    /// - Parameter arguments: The command line without the program.
    package init(
        arguments: [String], environment: ExtensionEnvironment, type: String
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
        guard ExtensionName.isValid(name) else { throw .invalidName(name) }
    }

    /// The folder of the panel's socket.
    private var folder: String {
        guard let slash = panelSocket.lastIndex(of: "/") else { return "." }
        return slash == panelSocket.startIndex ? "" : String(panelSocket[..<slash])
    }

    /// The folder of the extensions' sockets.
    package var extensionsFolder: String { folder + "/extensions" }

    /// The extension's own socket, where the service manager does not give it one.
    package var socket: String { "\(extensionsFolder)/\(name)" }

    /// The socket over which the panel is asked.
    package var hostSocket: String { folder + "/host" }

    /// How an extension is used.
    package func help(program: String) -> String {
        """
        USAGE: \(program) [--socket PATH] [--name NAME] [--describe]

        \(displayName): controls for a Holdfast panel. The panel asks it by a socket, which the service manager gives it,
        or which is \(socket).

        OPTIONS:
          --socket PATH   the panel's socket, beside which the extension's lies: extensions/NAME
                          (else HOLDFAST_SOCKET, else \(Self.defaultPanelSocket))
          --name NAME     the extension's name, as the panel's file has it (else HOLDFAST_EXTENSION, else after its type)
          --describe      print as JSON what the panel would be told of the controls, and end
          -h, --help      print this
        """
    }

    /// The name of the program's file.
    static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "extension"
    }
}

/// The environment variables that a process was started with.
package struct ExtensionEnvironment: Sendable {
    private let value: @Sendable (String) -> String?

    /// The process's own.
    package static let process = ExtensionEnvironment { name in getenv(name).map { String(cString: $0) } }

    /// Variables that are given instead.
    package init(_ variables: [String: String]) {
        self.init { variables[$0] }
    }

    private init(value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    /// A variable's value; `nil` where it is not set, or empty.
    package subscript(name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
