import CSpawn
import Configuration
import EventLoop
import Glibc
import MonotonicTime
import ProgramSupport

/// The panel of `holdfast up`: the core, the extensions' programs and the gateway, in a folder of their own.
enum PanelLaunch {
    /// The pause after a change of the panel's file until the core reads the file. An editor may empty a file before the
    /// editor writes it.
    private static let pause = Duration.milliseconds(200)

    /// Runs all programs until a signal comes or the core ends, and returns the exit code. The core reads the panel's file
    /// again after each change.
    ///
    /// - Parameters:
    ///   - socket: The panel's socket; `nil` for the one in the launcher's folder.
    /// - Throws: `ConfigurationError`, `FileProblem`, `LaunchFolder.Taken`, `LaunchFolder.Foreign`.
    static func run(_ file: String, socket: String?, options: [String]) throws -> Int32 {
        let panel = try PanelFile.read(path: file, isTrusted: true)
        let folder = try LaunchFolder(for: file)
        defer { folder.remove() }
        let path = socket ?? folder.socket
        let plan = try LaunchPlan(
            panel, program: OwnProgram.path, socket: path, runtimeDirectory: folder.path, options: options,
            environment: environment)
        // Extensions may start and create their sockets before the core does.
        try PanelSocket.makeFolders(for: path, mode: 0o700)
        let signals = try SignalDescriptor([.terminate, .interrupt, .reload, .childEnded, .brokenPipe])
        let code = try EventLoop.panel.run(until: { completion in
            let others = plan.extensions + [plan.gateway].compactMap(\.self)
            let launcher = Launcher(core: plan.core, extensions: others) { completion(.success($0)) }
            try launcher.start(signals: signals, greeting: greeting(path, of: file, in: socket == nil ? folder : nil))
            watch(file) { launcher.reload() }
        })
        noteDrivenLines(of: panel, file, in: folder.path)
        return code
    }

    /// Watches the panel's file until the process ends. Without a watch, the panel runs on with the file that the panel has
    /// read.
    @PanelActor
    private static func watch(_ file: String, changed: @escaping @PanelActor () -> Void) {
        guard let path = UpPlace.realPath(file) else { return }
        let timer = EventLoop.panel.makeTimer(changed)
        _ = try? PathWatch(path: path, noticing: .content) {
            timer.arm(at: EventLoop.panel.now.advanced(by: pause))
        }
    }

    /// The programs of the extensions of a panel that runs in this process.
    ///
    /// - Parameter folder: The folder of the panel's sockets.
    /// - Throws: `ConfigurationError` with every program that cannot be started.
    static func extensions(
        of panel: PanelDescription, in folder: LaunchFolder
    ) throws(ConfigurationError) -> [LaunchedProgram] {
        try LaunchPlan(
            panel, program: OwnProgram.path, socket: folder.socket, runtimeDirectory: folder.path, options: [],
            environment: environment
        ).extensions
    }

    /// Tells the user how to reach the panel at `path`.
    ///
    /// - Parameter folder: The folder with the socket; `nil` if the user chose another path.
    private static func greeting(_ path: String, of file: String, in folder: LaunchFolder?) -> String {
        let line = "export \(PanelSocket.variable)=\(path)"
        guard let folder, folder.isStable, geteuid() != 0 else { return "talk to it: \(line)" }
        return "talk to it: \(line), or run 'holdfast list' in the folder of \(file)"
    }

    /// Looks for the record of a killed core, which may have left its outputs driven. Prints the command that makes
    /// them inactive.
    private static func noteDrivenLines(of panel: PanelDescription, _ file: String, in folder: String) {
        let record = folder + "/" + RuntimeFile.drivenLines
        guard access(record, F_OK) == 0 else { return }
        if panel.board == .simulated {
            unlink(record)
        } else {
            Output.printError(
                "holdfast: outputs may still be driven: holdfast safe \(file) --runtime-directory \(folder)")
        }
    }

    /// The environment of this process: `NAME=VALUE`.
    private static var environment: [String] {
        var texts: [String] = []
        guard var variable = holdfast_environment() else { return [] }
        while let text = variable.pointee {
            texts.append(String(cString: text))
            variable += 1
        }
        return texts
    }
}
