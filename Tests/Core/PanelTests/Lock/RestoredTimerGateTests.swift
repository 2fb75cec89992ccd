import Authentication
import Configuration
import ControlModel
import EventLoop
import Testing

@testable import Panel

/// Effects of a timer that went on over a restart (A1: they need the permission of the person who began it).
@PanelActor
@Suite("attack: a timer over a restart", .timeLimit(.minutes(5)))
struct RestoredTimerGateTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO4}}
          door: {title: Door, toggle: {line: GPIO5}, authentication: local}
          safe: {title: Safe, toggle: {line: GPIO6}, authentication: required}
          later: {title: Later, toggle: {timer: 1m, done: {set: {lamp: true}}}}
          late: {title: Late, toggle: {timer: 1m, done: {set: {door: true}}}}
          soon: {title: Soon, toggle: {timer: 1m, done: {set: {safe: true}}}}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """

    private let test: TestPanel
    private let memory: PanelMemory
    private var engine: PanelEngine

    init() async throws {
        test = try await TestPanel.locked(Self.yaml)
        memory = PanelMemory(scheduler: test.clock)
        engine = try Self.makeEngine(Self.yaml, test, memory)
    }

    private static func makeEngine(_ yaml: String, _ test: TestPanel, _ memory: PanelMemory) throws -> PanelEngine {
        let engine = PanelEngine(
            try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml"), board: test.board,
            scheduler: test.clock,
            memory: memory, lock: test.lock)
        try engine.start()
        return engine
    }

    /// Begins a timer, reads the panel's file again, which may differ, and waits for the timer's end.
    ///
    /// - Returns: Whether the control is on then.
    private mutating func restart(
        _ timer: String, by requester: Requester, yaml: String = yaml, _ control: String
    ) async throws -> Bool? {
        _ = engine.perform(timer, isOn: true, answers: [:], by: test.asking(requester), completion: nil)
        #expect(engine.snapshot(of: timer)?.isOn == true)
        await test.advance(.seconds(30))
        engine.stop()
        engine = try Self.makeEngine(yaml, test, memory)
        #expect(engine.snapshot(of: timer)?.isOn == true)
        await test.advance(.seconds(31))
        #expect(engine.snapshot(of: timer)?.isOn == false)
        let isOn = engine.snapshot(of: control)?.isOn
        engine.stop()
        await test.stop()
        return isOn
    }

    @Test("a timer that needed no PIN performs nothing at its end that needs a PIN by then")
    mutating func guardedSince() async throws {
        let yaml = Self.yaml.replacing("line: GPIO4}}", with: "line: GPIO4}, authentication: required}")
        let stranger = Requester.program(session: nil, actor: .program(user: 1_000))
        #expect(try await restart("later", by: stranger, yaml: yaml, "lamp") == false)
    }

    @Test("a restored timer still performs what the person who began it could perform")
    mutating func begun() async throws {
        let alice = Requester.programWithPIN(actor: .person("alice", at: .remote))
        #expect(try await restart("soon", by: alice, "safe") == true)
    }

    @Test("a restored timer performs no more than the person who began it could perform")
    mutating func begunWithLess() async throws {
        let alice = Requester.programWithPIN(actor: .person("alice", at: .remote))
        let yaml = Self.yaml.replacing("{set: {safe: true}}", with: "{set: {door: true}}")
        #expect(try await restart("soon", by: alice, yaml: yaml, "door") == false)
    }

    @Test("a timer that was begun at the unlocked pad goes on after the panel has locked itself")
    mutating func begunAtThePad() async throws {
        await test.unlock()
        #expect(try await restart("late", by: .panel, "door") == true)
        #expect(!test.lock.isUnlocked)
    }
}
