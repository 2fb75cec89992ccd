import ArgumentParser
import ProgramSupport

/// `holdfast up FILE`
struct Up: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a panel with its extensions and its page, for development.",
        discussion: """
            Starts 'holdfast run FILE', the 'program' of each extension in the file, and 'holdfast-gateway'. The gateway \
            prints the address of the page and, if the board is simulated, of the virtual panel. Each line of output \
            begins with the name of its program. A program that ends restarts after 1, 2, 4 … 30 s. If 'holdfast run' \
            ends, all programs end. Ctrl-C ends all programs. A second Ctrl-C kills those that still run. The panel \
            reloads its file when the file is saved. A file with errors changes nothing. After a rebuild, and for other \
            extensions, press Ctrl-C and run the command again. systemd starts the extensions of an installed panel.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The path of the panel's socket.",
            discussion: """
                Two panels need two folders, because a panel creates further sockets beside this one. Default: a path \
                below $XDG_RUNTIME_DIR, which is always the same for this file, and which commands find from the file's \
                folder. Without that variable: a path in a new folder below /tmp.
                """,
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(help: "Remove the time limits of extensions, as for a debugger.")
    var developerMode = false

    @Option(help: "The lowest level that the panel logs.")
    var logLevel = LogLevelOption.info

    func perform() throws {
        let options = ["--log-level", logLevel.rawValue] + (developerMode ? ["--developer-mode"] : [])
        let code = try PanelLaunch.run(file, socket: socket, options: options)
        if code != 0 { throw ExitCode(code) }
    }
}
