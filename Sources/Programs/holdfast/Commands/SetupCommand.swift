import ArgumentParser
import ProgramSupport

/// `holdfast setup [FILE] [--simulated]`
struct SetupCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Make a panel of a board with wires on it, by questions.",
        discussion: """
            For root. Asks which pins move something, and finds buttons, contacts and a keypad by presses. It drives only \
            pins that you name, for half a second each, and shows the file before it is written. A panel that runs is \
            stopped meanwhile if you agree. 'back' takes the last answer back. 'quit' or Ctrl-C ends at any question, with \
            exit code 1; the answers are kept in FILE.setup, and the same command goes on with them.
            """)

    @Argument(
        help: ArgumentHelp(
            "The panel's file, which is made or added to.",
            discussion: "Default: \(InstalledPlaces.file); with --simulated, panel.yaml in this folder."),
        completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    @Flag(
        help: ArgumentHelp(
            "Work on a simulated board with parts on it, without root, and print the commands that move the parts.",
            discussion: "No panel is asked then, unless --socket names one; $\(PanelSocket.variable) does not count."))
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
