import ArgumentParser

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
