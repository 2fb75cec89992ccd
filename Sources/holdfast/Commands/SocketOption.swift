import ArgumentParser

/// Which panel is meant: where it answers.
struct SocketOption: ParsableArguments {
    /// The socket of the panel that is installed.
    static let standardPath = "/run/holdfast/panel"

    /// The variable that names another one.
    static let variable = "HOLDFAST_SOCKET"

    @Option(
        help: ArgumentHelp(
            "The panel's socket.", discussion: "Default: $\(variable); else \(standardPath).", valueName: "path"),
        completion: .file())
    var socket: String?

    /// The path that was asked for; `nil` where nothing was.
    var given: String? { socket ?? Environment.value(Self.variable) }

    /// The path to ask.
    var path: String { given ?? Self.standardPath }
}
