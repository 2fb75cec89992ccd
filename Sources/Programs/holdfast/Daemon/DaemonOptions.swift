import Configuration
import EventLoop
import Glibc
import Logging
import ProgramSupport

/// The options of `holdfast run`.
struct DaemonOptions: Sendable {
    /// The path of the panel's file.
    let file: String
    /// The folder of the records that `holdfast safe` reads; `nil` for no records.
    let runtimeDirectory: String?
    /// The folder of the store; `nil` if all data ends with the process.
    let stateDirectory: String?
    /// The path of the panel's socket; `nil` for the service manager's sockets or the standard path.
    let socket: String?
    /// The file of the device's key; `nil` for the service manager's credential.
    let keyFile: String?
    /// Whether a start with a broken file fails, although a last good text is kept.
    let isStrict: Bool
    /// Whether extensions have no time limits.
    let developerMode: Bool
    let logLevel: Logger.Level

    /// The copy of the last good text of the file; `nil` without a state directory.
    var lastGood: LastGoodFile? { stateDirectory.map { LastGoodFile(in: $0, of: file) } }
}

extension Daemon {
    /// Runs a panel until a signal ends it.
    ///
    /// - Parameter simulator: Makes the hardware of panels on the simulated board.
    /// - Throws: `ConfigurationError`, `FileProblem`, `DirectoryLock.Taken`, `PanelSockets.UnusableDescriptor`,
    ///   `VarlinkServerError`.
    nonisolated static func run(_ options: DaemonOptions, simulator: @escaping PanelHardware.Simulator) throws {
        // The file is read first, so that a panel that cannot run leaves no folders behind.
        let opened = try PanelFile.open(path: options.file, orLastGood: options.isStrict ? nil : options.lastGood)
        try makeFolder(options.runtimeDirectory, mode: 0o755)
        try makeFolder(options.stateDirectory, mode: 0o700)
        let sockets = try PanelSockets.choose(options.socket)
        // No other thread may exist yet: the signalfd receives a signal only if every thread blocks the signal.
        // SIGPIPE is ignored, because the buttons must work even if the reader of the log has gone.
        signal(SIGPIPE, SIG_IGN)
        let ending = try SignalDescriptor([.terminate, .interrupt])
        let reloading = try SignalDescriptor([.reload])
        try EventLoop.panel.run(until: { completion in
            let daemon = try Daemon(
                options, sockets: sockets, simulator: simulator,
                logger: JournalLogHandler.makeLogger(level: options.logLevel), completion: completion)
            try daemon.start(opened, ending: ending, reloading: reloading)
        })
    }

    private nonisolated static func makeFolder(_ path: String?, mode: mode_t) throws {
        guard let path, mkdir(path, mode) != 0, errno != EEXIST else { return }
        throw FileProblem(path: path, call: "mkdir")
    }
}
