import ArgumentParser
import CSpawn
import Configuration
import EventLoop
import Glibc

/// `holdfast up FILE`
struct Up: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a panel with its extensions until Ctrl-C, for development.",
        discussion: """
            Starts 'holdfast run FILE' and the 'program' of each extension in the file, prints what they write behind their \
            names, and starts an extension again that ends, after 1, 2, 4 … 30 s. Where the core ends, all end. Ctrl-C ends \
            all of them; a second one kills what has not ended yet. After a rebuild, Ctrl-C and 'up' again. An installed panel's extensions are started by systemd.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "Where the panel shall answer.",
            discussion: """
                Default: one below $XDG_RUNTIME_DIR, always the same for this file, which commands find in the file's folder; without \
                that variable one in a folder of its own below /tmp.
                """,
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(help: "Let extensions take as long as they like, as under a debugger.")
    var developerMode = false

    @Option(help: "The least that the core logs.")
    var logLevel = LogLevelOption.info

    func run() throws {
        try Output.reporting {
            let panel = try PanelFile.read(path: file, isTrusted: true)
            let folder = try LaunchFolder(for: file)
            defer { folder.remove() }
            let path = socket ?? folder.path + "/panel"
            let options = ["--log-level", logLevel.rawValue] + (developerMode ? ["--developer-mode"] : [])
            let plan = try LaunchPlan(
                panel, program: Self.program, socket: path, runtimeDirectory: folder.path, options: options,
                environment: Self.environment)
            // Extensions may start and create their sockets before the core does.
            try PanelSockets.makeFolders(for: path, mode: 0o700)
            let signals = try SignalDescriptor([.terminate, .interrupt, .reload, .childEnded, .brokenPipe])
            let code = try EventLoop.panel.run(until: { completion in
                let launcher = Launcher(plan) { completion(.success($0)) }
                try launcher.start(signals: signals, greeting: greeting(path, in: folder))
            })
            noteDrivenLines(of: panel, in: folder.path)
            if code != 0 { throw ExitCode(code) }
        }
    }

    /// Tells the user how to reach the panel at `path`.
    private func greeting(_ path: String, in folder: LaunchFolder) -> String {
        let line = "talk to it: \(SocketOption.variable)=\(path) holdfast list"
        if socket != nil { return line }
        guard folder.isStable else {
            return "\(line) (with XDG_RUNTIME_DIR set, commands in the folder of \(file) would find it)"
        }
        return geteuid() == 0 ? line : "\(line), or 'holdfast list' in the folder of \(file)"
    }

    /// Looks for the record of a killed core, which may have left its outputs driven. Prints the command that makes
    /// them inactive.
    private func noteDrivenLines(of panel: PanelDescription, in folder: String) {
        let record = folder + "/" + Safe.recordName
        guard access(record, F_OK) == 0 else { return }
        if panel.board == .simulated {
            unlink(record)
        } else {
            Output.printError(
                "holdfast: outputs may still be driven: holdfast safe \(file) --runtime-directory \(folder)")
        }
    }

    /// The path of this program's file. If the file has been replaced since the start, the kernel's link to the
    /// running program.
    static var program: String {
        let link = "/proc/self/exe"
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return access(path, X_OK) == 0 ? path : link
    }

    /// The environment of this process: `NAME=VALUE`.
    static var environment: [String] {
        var texts: [String] = []
        guard var variable = holdfast_environment() else { return [] }
        while let text = variable.pointee {
            texts.append(String(cString: text))
            variable += 1
        }
        return texts
    }
}
