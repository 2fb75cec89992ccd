import Configuration
import EventLoop
import Foundation
import LocalAPI
import MonotonicTime
import Panel
import PanelScripts
import SimulatedGPIO
import Synchronization
import Testing

/// A script's result on the simulated board, with the resources that remain.
struct PlayedScript: Sendable, Hashable {
    /// The transcript, line by line.
    var transcript: [String]
    var failures: [String]
    var expectations: Int
    /// The number of line requests that are still held.
    var heldRequests: Int
    /// The deadline of a timer that is still armed.
    var armedUntil: MonotonicInstant?

    /// Runs the script at `path`.
    @PanelActor
    static func play(path: String) async throws -> PlayedScript {
        let script = try ScriptFile.read(path)
        return try await play(script, on: try PanelFile.read(path: try script.panelPath()))
    }

    /// Runs a script from text.
    @PanelActor
    static func play(
        _ text: String, on panel: PanelDescription, extensions: [String: any ExtensionService] = [:]
    ) async throws -> PlayedScript {
        try await play(try ScriptReader.read(text, file: "test.panel"), on: panel, extensions: extensions)
    }

    @PanelActor
    static func play(
        _ script: PanelScript, on panel: PanelDescription, extensions: [String: any ExtensionService] = [:]
    ) async throws -> PlayedScript {
        let world = SimulatedWorld(for: panel)
        let lines = Lines()
        let runner = ScriptRunner(script, panel: panel, world: world, extensions: extensions) { lines.add($0) }
        for hosted in extensions.values {
            (hosted as? FakeExtension)?.host = { [weak runner] in runner?.engine?.services }
        }
        let outcome = try await runner.run()
        // A contact that the script's last step moved stops bouncing.
        await world.advance(to: world.elapsed + .milliseconds(10))
        return PlayedScript(
            transcript: lines.all, failures: outcome.failures.map(\.description), expectations: outcome.expectations,
            heldRequests: world.simulated.heldRequests,
            armedUntil: (world.scheduler as? VirtualScheduler)?.nextDeadline)
    }

    /// Runs the script at `path`, and returns the lights' frames.
    @PanelActor
    static func frames(path: String) async throws -> FrameRecord {
        let script = try ScriptFile.read(path)
        let panel = try PanelFile.read(path: try script.panelPath())
        let runner = ScriptRunner(script, panel: panel, world: SimulatedWorld(for: panel)) { _ in }
        runner.frames = FrameRecord(lights: panel.lights.map(\.name))
        _ = try await runner.run()
        return try #require(runner.frames)
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }
}

/// The paths of the tests' files.
enum Fixtures {
    /// `Tests/Simulation/PanelScriptsTests/Scripts`.
    static let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")

    /// The package's root folder.
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// `Examples/Scripts`.
    static let examples = URL(filePath: #filePath).appending(path: "../../../../Examples/Scripts").standardized

    /// Names of the scripts in a folder, without their extension.
    static func names(in folder: URL) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".panel") }.map { String($0.dropLast(6)) }.sorted()
    }

    /// The panel that most scripts use.
    static func panel() throws -> PanelDescription {
        try PanelFile.read(path: scripts.appending(path: "panel.yaml").path)
    }
}
