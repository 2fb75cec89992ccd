import ArgumentParser
import ProgramSupport

/// `holdfast run FILE`
struct Run: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a panel until it is told to stop.",
        discussion: """
            SIGTERM and SIGINT make the outputs inactive and end it; SIGHUP reads the file again. Under systemd it reports \
            that it is ready, what its status is, and that it is alive.

            Where the file cannot be used, the panel runs the last good one of the state directory, with a fault until the \
            file is fixed.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @OptionGroup var runtime: RuntimeDirectoryOption

    @OptionGroup var state: StateDirectoryOption

    @Option(
        help: ArgumentHelp(
            "The file of the device's key, 32 bytes that PINs are worth nothing without.",
            discussion: """
                Default: the credential 'holdfast-key' of the unit. Keep it elsewhere than the state directory, so that who \
                copies the one has not the other. 'holdfast pin key FILE' makes one.
                """, valueName: "file"),
        completion: .file())
    var deviceKey: String?

    @OptionGroup var socket: SocketOption

    @Flag(help: "Do not start with a file that cannot be used, even if the state directory keeps the last good one.")
    var strict = false

    @Flag(
        help: ArgumentHelp(
            "Let extensions take as long as they like.",
            discussion: """
                For those who develop one: no time limits on performing, values and descriptions, and no limit on how often \
                they reload.
                """))
    var developerMode = false

    @Option(help: "The least that is logged.")
    var logLevel = LogLevelOption.info

    func perform() throws {
        try Daemon.run(
            DaemonOptions(
                file: file, runtimeDirectory: runtime.path,
                stateDirectory: state.path, socket: socket.given,
                keyFile: deviceKey, isStrict: strict, developerMode: developerMode, logLevel: logLevel.level),
            simulator: SimulatedHardware.make)
    }
}

/// The `--state-directory` option: the folder of what outlasts a restart.
struct StateDirectoryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of what outlasts a restart: states, timers, the layout, people, the log, the last good file.",
            discussion: "Default: $STATE_DIRECTORY, which systemd sets. Without one, they end with the process."),
        completion: .directory)
    var stateDirectory: String?

    /// The folder from the option or from the variable; `nil` if none is set.
    var path: String? { stateDirectory ?? Environment.firstPath("STATE_DIRECTORY") }
}

/// The `--runtime-directory` option: the folder of the record of driven lines.
struct RuntimeDirectoryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the record of driven lines, which 'holdfast safe' reads.",
            discussion:
                "Default: $RUNTIME_DIRECTORY, which systemd sets; else $XDG_RUNTIME_DIR/holdfast, if there is one."
        ), completion: .directory)
    var runtimeDirectory: String?

    /// The folder from the option or from a variable; `nil` if none is set.
    var path: String? {
        runtimeDirectory ?? Environment.firstPath("RUNTIME_DIRECTORY")
            ?? Environment.value("XDG_RUNTIME_DIR").map { $0 + "/holdfast" }
    }
}
