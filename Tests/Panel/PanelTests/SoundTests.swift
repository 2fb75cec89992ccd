import Configuration
import ControlModel
import EventLoop
import Foundation
import GPIO
import LocalAPI
import Panel
import SimulatedGPIO
import Testing

/// What a panel lets people hear (`sound`).
@PanelActor
struct SoundTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          pump: {title: Pump, interlock: [lamp], toggle: {line: GPIO19}}
        buttons:
          action: {line: GPIO17, hold: lamp}
          side: {line: GPIO27, hold: pump}
        lights:
          status: {line: GPIO26, shows: status}
        sound:
          line: GPIO12
          command: {tick: [play, tick], right: [play, right], wrong: [play, wrong], hint: [say, "{hint}"]}
        """

    private let actions = FakeExtension(kinds: ["io.holdfast.actions.command"])

    init() {
        actions.evaluate = { request in .success(FakeExtension.button(request.kind)) }
    }

    private func start(record: DrivenLinesFile? = nil) async throws -> TestPanel {
        let panel = try TestPanel(Self.yaml, record: record, extensions: ["actions": actions])
        try panel.engine.start()
        await panel.advance(.zero)
        return panel
    }

    /// The programs that were run, by their last words.
    private var heard: [String] {
        actions.performances.compactMap { request in
            guard case .array(let words)? = request.configuration["arguments"], case .string(let last)? = words.last
            else { return nil }
            return last
        }
    }

    private func stop(_ panel: TestPanel) async {
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a press, what came of it, a refusal and a hint are heard, and the panel's light does not show that")
    func occasions() async throws {
        let panel = try await start()
        try await panel.hold("GPIO17", for: .milliseconds(600))
        #expect(heard == ["tick", "right"])
        await panel.advance(.seconds(1))
        panel.forgetEdges()
        try await panel.hold("GPIO27", for: .milliseconds(600))
        #expect(heard.suffix(2) == ["tick", "wrong"], "not while the lamp is on")
        await panel.advance(.seconds(1))
        #expect(panel.edges["GPIO12"] == 4, "a tick, and a long tone")
        try await panel.hold("GPIO17", for: .milliseconds(100))
        await panel.advance(.zero)
        #expect(heard.suffix(2) == ["tick", "Hold to Turn Off 'Lamp'"])
        #expect(panel.engine.hint == "Hold to Turn Off 'Lamp'", "spoken and shown")
        // What another program performs is heard as well, but not what the panel carries out by itself.
        panel.engine.perform("lamp")
        await panel.advance(.zero)
        #expect(heard.last == "right")
        #expect(panel.engine.faults.isEmpty)
        await stop(panel)
    }

    @Test("a program that fails is not heard of by another one, and no light says so")
    func failing() async throws {
        let panel = try await start()
        actions.reply = { _ in .success(PerformReply(failure: "it exited with 1")) }
        panel.engine.perform("lamp")
        await panel.advance(.seconds(1))
        panel.forgetEdges()
        panel.engine.perform("nothing")
        try panel.board.closeContact("GPIO17")
        await panel.advance(.milliseconds(300))
        #expect(heard == ["right", "tick"])
        try panel.board.openContact("GPIO17")
        await panel.advance(.seconds(1))
        await stop(panel)
    }

    @Test("one program at a time: what comes meanwhile is left out, not heard later")
    func oneAtATime() async throws {
        let panel = try await start()
        actions.holdsPerformances = true
        try await panel.hold("GPIO17", for: .milliseconds(100))
        try await panel.hold("GPIO17", for: .milliseconds(600))
        #expect(heard == ["tick"])
        actions.holdsPerformances = false
        actions.finishPerforming()
        await panel.advance(.seconds(1))
        #expect(heard == ["tick"])
        try await panel.hold("GPIO17", for: .milliseconds(100))
        await panel.advance(.zero)
        #expect(heard == ["tick", "tick", "Hold to Turn Off 'Lamp'"])
        await stop(panel)
    }

    @Test("while a hint is spoken nothing else is, and of a thousand hints none is left")
    func hints() async throws {
        let panel = try await start()
        for _ in 0..<1_000 { try await panel.hold("GPIO17", for: .milliseconds(100)) }
        await panel.advance(.seconds(1))
        #expect(heard.count == 2_000)
        // Asked for each hint once, and forgotten.
        #expect(actions.told.last?.isEmpty ?? true)
        actions.holdsPerformances = true
        try await panel.hold("GPIO17", for: .milliseconds(100))
        await stop(panel)
    }

    @Test("without who carries it out nothing is refused at each press: the buzzer sounds, and no more is said")
    func absent() async throws {
        actions.manner = .absent
        let panel = try await start()
        panel.forgetEdges()
        panel.forgetEvents()
        try await panel.hold("GPIO17", for: .milliseconds(600))
        await panel.advance(.seconds(1))
        let names = panel.events.compactMap { if case .refused(let name, _) = $0 { name } else { nil } }
        #expect(names == [] && heard == [])
        #expect(panel.edges["GPIO12"] == 6)
        await stop(panel)
    }

    @Test("the line is on record while the panel runs, and inactive at its end in the midst of a tone")
    func record() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path
        let record = try DrivenLinesFile(path: path)
        let panel = try await start(record: record)
        #expect(record.lines.contains { $0.address.name == "GPIO12" })
        try panel.board.closeContact("GPIO17")
        await panel.advance(.milliseconds(10))
        #expect(try panel.board.isActive("GPIO12"))
        await stop(panel)
        #expect(try !panel.board.isActive("GPIO12"))
        #expect(record.lines.isEmpty)
    }

    @Test("a line that cannot be silenced is a fault, and is tried again until it is")
    func stuckTone() async throws {
        let panel = try TestPanel(Self.yaml, extensions: ["actions": actions])
        let board = FaultyBoard(panel.board)
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock)
        try engine.start()
        try panel.board.closeContact("GPIO17")
        await panel.advance(.milliseconds(10))
        board.failures["GPIO12"] = 2
        await panel.advance(.milliseconds(100))
        #expect(engine.faults.map(\.part) == [.sound])
        #expect(try panel.board.isActive("GPIO12"))
        try panel.board.openContact("GPIO17")
        await panel.advance(.seconds(3))
        #expect(try !panel.board.isActive("GPIO12"))
        #expect(engine.faults.isEmpty)
        engine.stop()
        await panel.expectNothingLeft()
    }
}
