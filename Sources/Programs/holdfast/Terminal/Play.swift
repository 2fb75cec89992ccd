import ArgumentParser
import Configuration
import EventLoop
import Glibc

/// `holdfast play FILE`
struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a panel in the terminal: keys are its buttons, coloured text its lights.",
        discussion: """
            Each gesture of a button and each sensor has a key of its own; the picture names them, and what each performs. Digits, \
            Enter and Backspace are the keys of the first PIN pad; the PIN that unlocks is made up anew each time, and shown. \
            Nothing is carried out: the picture says which command would run and which request would be sent. Escape, Ctrl-C or \
            Ctrl-D ends.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @Flag(
        help: "Run commands, webhooks and extensions for real, as 'holdfast up' does; lines stay simulated.")
    var real = false

    func run() throws {
        try Output.reporting {
            let panel = try PanelFile.read(path: file)
            let folder = real ? try LaunchFolder(for: nil) : nil
            defer { folder?.remove() }
            let reality = try folder.map { try Self.makeReality(of: panel, in: $0) }
            let signals = try SignalDescriptor([
                .terminate, .interrupt, .reload, .windowChanged, .childEnded, .brokenPipe,
            ])
            let terminal = try RawTerminal()
            defer { terminal.restore() }
            try EventLoop.panel.run { try await PlayedPanel(panel, reality: reality?.make()).run(signals) }
        }
    }

    /// The programs to start beside the panel, and the panel's sockets.
    private struct Plan: Sendable {
        var programs: [LaunchedProgram]
        var sockets: PanelSockets

        @PanelActor
        func make() -> PlayedPanel.Reality {
            PlayedPanel.Reality(programs: programs, answering: PanelAnswering(sockets))
        }
    }

    private static func makeReality(of panel: PanelDescription, in folder: LaunchFolder) throws -> Plan {
        let path = folder.path + "/" + UpPlace.socketName
        let plan = try LaunchPlan(
            panel, program: Up.program, socket: path, runtimeDirectory: folder.path, options: [],
            environment: Up.environment)
        try PanelSockets.makeFolders(for: path, mode: 0o700)
        return Plan(
            programs: plan.extensions,
            sockets: PanelSockets(
                panel: .path(path, 0o600), host: .path(folder.path + "/host", 0o600),
                extensionsFolder: folder.path + "/extensions"))
    }
}
