import Configuration
import ControlModel
import EventLoop
import Foundation
import GPIO
import LocalAPI
import Panel
import SimulatedGPIO
import Testing

/// The sounds of a panel (`sound`).
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

    /// The last arguments of the programs that ran.
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

    @Test("a press, a result, a refusal and a hint have sounds, which the panel's light does not show")
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
        #expect(heard.suffix(2) == ["tick", " Hold to Turn Off 'Lamp'"])
        #expect(panel.engine.hint == "Hold to Turn Off 'Lamp'", "spoken and shown")
        // A performance by another program has a sound, and an action of the panel itself has none.
        panel.engine.perform("lamp")
        await panel.advance(.zero)
        #expect(heard.last == "right")
        #expect(panel.engine.faults.isEmpty)
        await stop(panel)
    }

    @Test("a failed sound program causes no other sound and no light")
    func failing() async throws {
        let panel = try await start()
        actions.reply = { _ in .success(PerformReply(failure: "it exited with 1")) }
        panel.engine.perform("lamp")
        await panel.advance(.seconds(1))
        panel.forgetEdges()
        panel.engine.perform("nothing")
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(300))
        #expect(heard == ["right", "tick"])
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.seconds(1))
        await stop(panel)
    }

    @Test("one sound program runs at a time, and a sound that comes meanwhile is left out")
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
        #expect(heard == ["tick", "tick", " Hold to Turn Off 'Lamp'"])
        await stop(panel)
    }

    @Test(
        "a spoken hint of an extension is no option and no file's name for the program",
        arguments: ["--phonout=/etc/passwd", "-f", "@/etc/passwd", "Hold to Ring"])
    func options(hint: String) async throws {
        let bell = FakeExtension(kinds: ["org.example.fake.bell"])
        bell.evaluate = { request in
            var found = FakeExtension.button(request.kind)
            found.control.hint = hint
            return .success(found)
        }
        let yaml =
            Self.yaml.replacingOccurrences(of: "hold: pump", with: "hold: org.example.fake.bell")
            + "\nextensions:\n  - {name: fake, domain: org.example.fake}"
        let panel = try TestPanel(yaml, extensions: ["actions": actions, "fake": bell])
        try panel.engine.start()
        await panel.advance(.seconds(1))
        try await panel.hold("GPIO27", for: .milliseconds(100))
        await panel.advance(.zero)
        #expect(heard == ["tick", " \(hint)"])
        #expect(panel.engine.hint == hint)
        await stop(panel)
    }

    @Test("while a hint is spoken other sounds are left out, and of a thousand hints none is left over")
    func hints() async throws {
        let panel = try await start()
        for _ in 0..<1_000 { try await panel.hold("GPIO17", for: .milliseconds(100)) }
        await panel.advance(.seconds(1))
        #expect(heard.count == 2_000)
        // Each hint has one call, which leaves no entry behind.
        #expect(actions.told.last?.isEmpty ?? true)
        actions.holdsPerformances = true
        try await panel.hold("GPIO17", for: .milliseconds(100))
        await stop(panel)
    }

    @Test("without the extension for sounds no press is refused, and only the buzzer sounds")
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

    @Test("the buzzer's line is in the record while the panel runs, and inactive if the panel ends during a tone")
    func record() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path
        let record = try DrivenLinesFile(path: path)
        let panel = try await start(record: record)
        #expect(record.lines.contains { $0.address.name == "GPIO12" })
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(10))
        #expect(try panel.board.isActive("GPIO12"))
        await stop(panel)
        #expect(try !panel.board.isActive("GPIO12"))
        #expect(record.lines.isEmpty)
    }

    @Test("a buzzer's line that cannot be silenced is a fault, and is tried again until it can")
    func stuckTone() async throws {
        let panel = try TestPanel(Self.yaml, extensions: ["actions": actions])
        let board = FaultyBoard(panel.board)
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock)
        try engine.start()
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(10))
        board.failures["GPIO12"] = 2
        await panel.advance(.milliseconds(100))
        #expect(engine.faults.map(\.part) == [.sound])
        #expect(try panel.board.isActive("GPIO12"))
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.seconds(3))
        #expect(try !panel.board.isActive("GPIO12"))
        #expect(engine.faults.isEmpty)
        engine.stop()
        await panel.expectNothingLeft()
    }
}
