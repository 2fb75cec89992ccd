import ArgumentParser
import Configuration
import EventLoop
import Glibc

/// `holdfast run FILE`
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a panel until it is told to stop.",
        discussion: """
            SIGTERM and SIGINT make the outputs inactive and end it; SIGHUP reads the file again. Under systemd it reports \
            that it is ready, what its status is, and that it is alive.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @OptionGroup var runtime: RuntimeDirectoryOption

    @OptionGroup var state: StateDirectoryOption

    @OptionGroup var key: DeviceKeyOption

    @OptionGroup var socket: SocketOption

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

    func run() throws {
        try Output.reporting {
            let file = file
            let developerMode = developerMode
            // The file is read first, so that a panel that cannot run leaves no folders behind.
            let panel = try PanelFile.read(path: file, isTrusted: true)
            let directory = try runtime.directory()
            let stateDirectory = try state.directory()
            let keyFile = key.deviceKey
            let sockets = try PanelSockets.choose(socket.given)
            let level = logLevel.level
            // No other thread may exist yet: the signalfd receives a signal only if every thread blocks the signal.
            // SIGPIPE is ignored, because the buttons must work even if the reader of the log has gone.
            signal(SIGPIPE, SIG_IGN)
            let ending = try SignalDescriptor([.terminate, .interrupt])
            let reloading = try SignalDescriptor([.reload])
            try EventLoop.panel.run(until: { completion in
                let logger = JournalLogHandler.makeLogger(level: level)
                let daemon = try Daemon(
                    file: file, runtimeDirectory: directory, stateDirectory: stateDirectory, sockets: sockets,
                    keyFile: keyFile, developerMode: developerMode,
                    logger: logger, completion: completion)
                try daemon.start(panel, ending: ending, reloading: reloading)
            })
        }
    }
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
        if let runtimeDirectory { return runtimeDirectory }
        if let directories = Environment.value("RUNTIME_DIRECTORY") {
            // systemd.exec(5): several directories are separated by colons.
            return directories.split(separator: ":").first.map(String.init)
        }
        return Environment.value("XDG_RUNTIME_DIR").map { $0 + "/holdfast" }
    }

    /// The folder, created if it is missing; `nil` if neither the option nor a variable names one.
    func directory() throws -> String? {
        guard let path, mkdir(path, 0o755) != 0, errno != EEXIST else { return path }
        throw FileProblem(path: path, call: "mkdir", code: errno)
    }
}

/// The `--state-directory` option: the folder of the data that outlasts the panel.
struct StateDirectoryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of what outlasts a restart: states, timers, the layout, people and their PINs, the log.",
            discussion: "Default: $STATE_DIRECTORY, which systemd sets. Without one, they end with the process."),
        completion: .directory)
    var stateDirectory: String?

    /// The name of the store's file in the folder.
    static let storeName = "panel.sqlite"

    /// The folder, created if it is missing; `nil` if neither the option nor a variable names one.
    func directory() throws -> String? {
        // systemd.exec(5): several directories are separated by colons.
        let path =
            stateDirectory ?? Environment.value("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
        guard let path, mkdir(path, 0o700) != 0, errno != EEXIST else { return path }
        throw FileProblem(path: path, call: "mkdir", code: errno)
    }
}

/// The `--device-key` option: the file of the device's key.
struct DeviceKeyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of the device's key, 32 bytes that PINs are worth nothing without.",
            discussion: """
                Default: the credential 'holdfast-key' of the unit. Keep it elsewhere than the state directory, so that who \
                copies the one has not the other. 'holdfast pin key FILE' makes one.
                """, valueName: "file"),
        completion: .file())
    var deviceKey: String?
}
