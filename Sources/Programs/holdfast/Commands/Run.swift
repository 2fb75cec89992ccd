import ArgumentParser
import ProgramSupport

/// `holdfast run FILE`
struct Run: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a panel until SIGTERM or SIGINT.",
        discussion: """
            SIGTERM and SIGINT make the outputs inactive and end the command. SIGHUP reloads the file. Under systemd, \
            the panel reports its readiness and status, and keeps the watchdog alive.

            If the file cannot be used, the panel runs the last good file of the state directory. The panel then has a \
            fault until the file is fixed.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @OptionGroup var runtime: RuntimeDirectoryOption

    @OptionGroup var state: StateDirectoryOption

    @Option(
        help: ArgumentHelp(
            "The file with the device key, 32 bytes that are needed to check a PIN.",
            discussion: """
                Default: the credential 'holdfast-key' of the unit. Keep the key outside the state directory, so that a \
                copy of that directory is not enough to guess PINs. 'holdfast pin key FILE' creates a key.
                """, valueName: "file"),
        completion: .file())
    var deviceKey: String?

    @OptionGroup var socket: SocketOption

    @Flag(help: "Do not start if the file cannot be used, even if the state directory has a last good file.")
    var strict = false

    @Flag(
        help: ArgumentHelp(
            "Remove the time limits of extensions.",
            discussion: """
                For the development of extensions: no time limits for performing, values and descriptions, and no limit \
                on how often extensions reload.
                """))
    var developerMode = false

    @Option(help: "The lowest level to log.")
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
            """
            The folder of data that survives a restart: states, timers, the layout, people, the log, the last good file.
            """,
            discussion: """
                Default: $STATE_DIRECTORY, which systemd sets. Without a folder, the data is lost when the process ends.
                """),
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
            discussion: """
                Default: $RUNTIME_DIRECTORY, which systemd sets; else $XDG_RUNTIME_DIR/holdfast, if that variable is \
                set.
                """
        ), completion: .directory)
    var runtimeDirectory: String?

    /// The folder from the option or from a variable; `nil` if none is set.
    var path: String? {
        runtimeDirectory ?? Environment.firstPath("RUNTIME_DIRECTORY")
            ?? Environment.value("XDG_RUNTIME_DIR").map { $0 + "/holdfast" }
    }
}
