import ArgumentParser
import Logging
import ProgramSupport

/// The `--socket` option, which selects a panel by its socket.
struct SocketOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The panel's socket.",
            discussion: """
                Default: $\(PanelSocket.variable); else, except for root, the panel that 'holdfast up' runs from a file \
                of this folder; else \(PanelSocket.standardPath).
                """, valueName: "path"),
        completion: .file())
    var socket: String?

    /// The path from the option or the variable; `nil` if neither is set.
    var given: String? { socket ?? Environment.value(PanelSocket.variable) }

    /// The given path, else the socket of a panel that runs from a file of this folder, else the standard path. If
    /// the panel is one of this folder, a line on standard error names its file.
    ///
    /// - Throws: `UpPlace.Several`.
    var path: String {
        get throws {
            if let given { return given }
            guard let found = try UpPlace.find() else { return PanelSocket.standardPath }
            Output.printError("holdfast: the panel of \(found.file) ('holdfast up')".onOneLine)
            return found.socket
        }
    }
}

/// The `--log-level` option: the least urgent messages that are logged.
enum LogLevelOption: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

/// The `--json` option: output for programs instead of people.
struct JSONOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON, one value per line.",
            discussion: "An error is one line on standard error: {\"error\": \"…\"}."))
    var json = false

    /// Prints each value as a line of JSON with `--json`, and the lines for people without.
    func print(_ values: [some Encodable], lines: @autoclosure () -> [String]) throws {
        for line in json ? try values.map({ try JSONText.line($0) }) : lines() { Output.print(line) }
    }
}

/// The `--unlock` option: the command asks for a PIN first.
struct UnlockOption: ParsableArguments {
    @Flag(
        help:
            """
            Ask for a PIN first, for controls that need one and for private values. Without a terminal, the PIN is a \
            line of standard input.
            """
    )
    var unlock = false

    /// A client of the panel at `path`, with the PIN that the user types if `--unlock` is given.
    func client(path: String) throws -> PanelClient {
        PanelClient(path: path, pin: unlock ? try SecretInput.read("PIN") : nil)
    }
}

/// The options of most commands for a running panel.
struct PanelOptions: ParsableArguments {
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    var client: PanelClient {
        get throws { PanelClient(path: try socket.path) }
    }
}

/// A command whose errors become a line on standard error and an exit code.
protocol ReportingCommand: ParsableCommand {
    /// Does the command's work.
    func perform() throws
}

extension ReportingCommand {
    func run() throws {
        try Output.reporting { try perform() }
    }
}

/// A command whose output and errors `--json` changes.
protocol JSONCommand: ReportingCommand {
    var json: JSONOption { get }
}

extension JSONCommand {
    func run() throws {
        try Output.reporting(asJSON: json.json) { try perform() }
    }
}

/// A command for a running panel.
protocol PanelCommand: JSONCommand {
    var panel: PanelOptions { get }
}

extension PanelCommand {
    var json: JSONOption { panel.json }
}
