import ArgumentParser
import Glibc
import Logging

/// Which panel is meant: where it answers.
struct SocketOption: ParsableArguments {
    /// The socket of the panel that is installed.
    static let standardPath = "/run/holdfast/panel"

    /// The variable that names another one.
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

    /// The path that was asked for; `nil` where nothing was.
    var given: String? { socket ?? Environment.value(Self.variable) }

    /// The path to ask. Where that is a panel of this folder's, standard error says so.
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

/// The least urgent messages that are logged.
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

/// The variables that this process was started with.
enum Environment {
    /// The variable's value; `nil` where it is not set, or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether lines on this descriptor are read by a person at a terminal that takes colours (no-color.org).
    static func hasColors(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && value("NO_COLOR") == nil && value("TERM") != "dumb"
    }
}
