import ArgumentParser
import Glibc
import Logging

/// The `--socket` option, which selects a panel by its socket.
struct SocketOption: ParsableArguments {
    /// The socket of the installed panel.
    static let standardPath = "/run/holdfast/panel"

    /// The environment variable that names another socket.
    static let variable = "HOLDFAST_SOCKET"

    @Option(
        help: ArgumentHelp(
            "The panel's socket.",
            discussion: """
                Default: $\(variable); else that of the panel that 'holdfast up' runs from a file of this folder, except for root; \
                else \(standardPath).
                """, valueName: "path"),
        completion: .file())
    var socket: String?

    /// The path from the option or the variable; `nil` if neither is set.
    var given: String? { socket ?? Environment.value(Self.variable) }

    /// The given path, else the socket of a panel that runs from a file of this folder, else the standard path. If
    /// the panel is one of this folder, a line on standard error names its file.
    ///
    /// - Throws: `UpPlace.Several`.
    var path: String {
        get throws {
            if let given { return given }
            guard let found = try UpPlace.find() else { return Self.standardPath }
            Output.printError("holdfast: the panel of \(found.file) ('holdfast up')".onOneLine)
            return found.socket
        }
    }
}

/// The `--log-level` option: the least urgent messages that are logged.
enum LogLevelOption: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error

    var level: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}

/// The environment variables that this process was started with.
enum Environment {
    /// The variable's value; `nil` if the variable is unset or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether the descriptor is a terminal that takes colours: `NO_COLOR` is unset (no-color.org) and `TERM` is not
    /// `dumb`.
    static func hasColors(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && value("NO_COLOR") == nil && value("TERM") != "dumb"
    }
}
