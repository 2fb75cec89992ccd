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
            // First: a panel that cannot run leaves nothing behind.
            let panel = try PanelFile.read(path: file, isTrusted: true)
            let directory = try runtime.directory()
            let stateDirectory = try state.directory()
            let keyFile = key.deviceKey
            let sockets = try PanelSockets.choose(socket.given)
            let level = logLevel.level
            // Before any other thread can be there: a blocked signal is only seen by the signalfd if all block it.
            // A log whose reader has gone is no reason to stop working for those who press buttons.
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
