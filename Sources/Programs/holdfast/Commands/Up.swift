import ArgumentParser
import ProgramSupport

/// `holdfast up FILE`
struct Up: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a panel with its extensions and its page until Ctrl-C, for development.",
        discussion: """
            Starts 'holdfast run FILE', the 'program' of each extension in the file, and 'holdfast-gateway', which prints the \
            address of the page, and of the virtual panel if the board is simulated. It prints what they write behind their \
            names, and starts one of them again that ends, after 1, 2, 4 … 30 s. Where the core ends, all end. Ctrl-C ends \
            all of them; a second one kills what has not ended yet. The panel reads its file again when the file is saved; a file \
            with errors leaves it as it was. After a rebuild, and for other extensions, Ctrl-C and 'up' again. An installed panel's extensions are started by systemd.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "Where the panel shall answer.",
            discussion: """
                Two panels need two folders, because a panel puts further sockets beside this one. Default: one below $XDG_RUNTIME_DIR, always the same for this file, which commands find in the file's folder; without \
                that variable one in a folder of its own below /tmp.
                """,
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(help: "Let extensions take as long as they like, as under a debugger.")
    var developerMode = false

    @Option(help: "The least that the core logs.")
    var logLevel = LogLevelOption.info

    func perform() throws {
        let options = ["--log-level", logLevel.rawValue] + (developerMode ? ["--developer-mode"] : [])
        let code = try PanelLaunch.run(file, socket: socket, options: options)
        if code != 0 { throw ExitCode(code) }
    }
}
