import ArgumentParser
import ProgramSupport

/// `holdfast setup [FILE] [--simulated]`
struct SetupCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up a panel by answering questions.",
        discussion: """
            For root, on a board with wired parts. Asks which pins drive a part, and finds buttons, contacts and a \
            keypad when you press them. Drives only pins that you name, for half a second each. Shows the file before \
            writing it. A running panel is stopped during setup if you agree. 'back' takes back the last answer. 'quit' \
            or Ctrl-C ends at any question, with exit code 1. FILE.setup keeps the answers, and the same command \
            continues with them.
            """)

    @Argument(
        help: ArgumentHelp(
            "The panel's file, which setup creates or extends.",
            discussion: "Default: \(InstalledPlaces.file); with --simulated, panel.yaml in this folder."),
        completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    @Flag(
        help: ArgumentHelp(
            "Use a simulated board with parts, without root, and print the commands that move the parts.",
            discussion: """
                Setup then uses a running panel only if --socket names one. $\(PanelSocket.variable) does not count.
                """))
    var simulated = false

    @OptionGroup var socket: SocketOption

    func perform() throws {
        // The simulated board asks for HOLDFAST_SOCKET in another terminal. A shell may have the variable of an earlier
        // trial, whose panel is another one.
        let panel = simulated ? socket.socket : socket.given
        let code = try SetupSession.run(file: file, isSimulated: simulated, socket: panel)
        if code != 0 { throw ExitCode(code) }
    }
}
