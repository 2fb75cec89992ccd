import Configuration
import EventLoop
import GPIO
import PanelScripts
import ProgramSupport
import SimulatedGPIO
import SimulatedPanel

/// Runs panel scripts for `holdfast simulate`, and prints their transcripts.
enum ScriptPlay {
    /// The board that a script runs on.
    enum Board: String, CaseIterable, Sendable {
        case simulated
        case gpioSim = "gpio-sim"
    }

    /// Runs the script at a path.
    ///
    /// - Parameters:
    ///   - panel: The panel's file; `nil` for the one that the script names.
    ///   - isQuiet: Whether no transcript is printed.
    ///   - picture: The file for a picture of what the lights show; `nil` for none.
    /// - Throws: `ScriptError`, `ConfigurationError`, `OutputProblem`.
    static func run(
        _ path: String, panel: String?, board: Board, isQuiet: Bool, picture: String?
    ) throws -> ScriptOutcome {
        let script = try ScriptFile.read(path)
        let description = try PanelFile.read(path: try panel ?? script.panelPath())
        return try EventLoop.panel.run {
            let world = try world(for: description, board)
            let runner = ScriptRunner(script, panel: description, world: world) { line in
                if !isQuiet { Output.print(line) }
            }
            if picture != nil { runner.frames = FrameRecord(lights: description.lights.map(\.name)) }
            let outcome = try await runner.run()
            if let picture, let frames = runner.frames {
                try Output.write(FramePicture(frames, title: description.name).svg, toFile: picture)
            }
            return outcome
        }
    }

    @PanelActor
    private static func world(
        for panel: PanelDescription, _ board: Board
    ) throws(ConfigurationError) -> any ScriptWorld {
        switch (board, panel.board) {
        case (.simulated, _): SimulatedWorld(for: panel)
        case (.gpioSim, .simulated):
            GPIOSimWorld(board: SimulatedBoard(covering: panel.lineNames, scheduler: EventLoop.panel))
        case (.gpioSim, .automatic), (.gpioSim, .chip): GPIOSimWorld(board: try panel.openKernelBoard())
        }
    }
}
