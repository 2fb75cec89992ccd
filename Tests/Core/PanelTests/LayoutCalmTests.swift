import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import Panel
import SimulatedGPIO
import Testing

/// A change of the layout affects only the changed places.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LayoutCalmTests {
    private let timer = FakeExtension.timer
    private let lamp = FakeExtension.lamp

    private static let yaml = SamplePanel.arranged.replacing(
        "  action: {line: GPIO17, hold: light}",
        with: "  action: {line: GPIO17, hold: light}\n  side: {line: GPIO27, hold: door, double_tap: light}")

    @Test("a change of the layout interrupts neither a pulse nor an extension's performance")
    func performances() async throws {
        let panel = try TestPanel.arranged(Self.yaml)
        await panel.settle()
        _ = try await panel.place(lamp, "buttons.action.hold")
        await panel.advance(.seconds(1))
        panel.fake.holdsPerformances = true
        panel.engine.perform("door")
        var outcome: PerformOutcome?
        panel.engine.perform(lamp) { outcome = $0 }
        let described = panel.fake.described
        panel.forget()
        _ = try await panel.move("buttons.action.hold", "buttons.side.hold")
        _ = try await panel.place(timer, "lock_screen", ["timer": .string("work")])
        try await panel.remove("lights.light")
        #expect(panel.edges["GPIO23"] == nil)
        #expect(try panel.board.isActive("GPIO23"))
        #expect(outcome == nil)
        #expect(panel.fake.cancelled == 0 && panel.fake.described == described)
        panel.fake.finishPerforming()
        await panel.settle()
        #expect(outcome?.failure == nil && outcome != nil)
        await panel.advance(.seconds(3))
        #expect(try !panel.board.isActive("GPIO23"))
        await panel.stop()
    }

    @Test("a control that is removed during its performance ends it, and its callers are answered")
    func takenAway() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        _ = try await panel.place(timer, "lock_screen", ["timer": .string("work")])
        await panel.advance(.seconds(1))
        panel.fake.holdsPerformances = true
        var outcome: PerformOutcome?
        panel.engine.perform(timer) { outcome = $0 }
        try await panel.remove("lock_screen.2")
        #expect(outcome?.failure == "it was taken away; whether it was done is not known")
        #expect(panel.fake.cancelled == 1)
        // As a kind without a placement it is listed again.
        await panel.advance(.seconds(1))
        #expect(try #require(try await panel.listed(timer)).places == [])
        await panel.stop()
    }

    @Test("lights whose control stays have no edge, and a light with another control shows only that control")
    func lights() async throws {
        let panel = try TestPanel.arranged(
            Self.yaml.replacing("lights:\n", with: "lights:\n  other: {line: GPIO24, shows: light}\n"))
        await panel.settle()
        panel.engine.perform("light")
        await panel.advance(.seconds(2))
        #expect(panel.engine.light("light")?.isLit == true && panel.engine.light("other")?.isLit == true)
        panel.forget()
        _ = try await panel.place("egg", "lights.light")
        _ = try await panel.place("egg", "lock_screen")
        #expect(panel.edges == ["GPIO26": 1])
        #expect(panel.engine.light("light")?.isLit == false && panel.engine.light("other")?.isLit == true)
        panel.engine.perform("light")
        await panel.advance(.seconds(2))
        #expect(panel.engine.light("light")?.isLit == false && panel.engine.light("other")?.isLit == false)
        panel.engine.perform("egg")
        await panel.advance(.seconds(2))
        #expect(panel.engine.light("light")?.isLit == true)
        _ = try await panel.place("light", "lights.light")
        #expect(panel.engine.light("light")?.isLit == false)
        await panel.stop()
    }

    @Test("a press of a button whose gestures change performs nothing; presses of other buttons go on")
    func presses() async throws {
        let panel = try TestPanel.arranged(Self.yaml)
        await panel.settle()
        for (line, refused) in [("GPIO17", true), ("GPIO27", false)] {
            panel.forget()
            try panel.board.moveContact(line, isClosed: true)
            await panel.advance(.milliseconds(300))
            _ = try await panel.place(refused ? "egg" : "door", "buttons.action.hold")
            await panel.advance(.seconds(1))
            try panel.board.moveContact(line, isClosed: false)
            await panel.advance(.seconds(1))
            #expect(panel.events.contains(.pressAborted(button: "action")) == refused)
            #expect(panel.events.contains { if case .performed = $0 { true } else { false } } != refused)
            // No light still has the hold's progress.
            #expect(panel.engine.light("light")?.layers.allSatisfy { $0.layer == .state } == true)
        }
        // The next press follows the new layout.
        _ = try await panel.place("egg", "buttons.action.double_tap")
        panel.forget()
        for _ in 0..<2 {
            try panel.board.moveContact("GPIO17", isClosed: true)
            await panel.advance(.milliseconds(80))
            try panel.board.moveContact("GPIO17", isClosed: false)
            await panel.advance(.milliseconds(80))
        }
        await panel.advance(.seconds(1))
        #expect(panel.events.contains(.performed(kind: "org.example.test.egg")))
        await panel.stop()
    }

    @Test("the fault of a broken button follows its control's light, and ends with the fault")
    func brokenButton() async throws {
        let panel = try TestPanel.arranged(Self.yaml)
        await panel.settle()
        try panel.board.moveContact("GPIO27", isClosed: true)
        await panel.advance(.seconds(200))
        let look = { panel.engine.light("light")?.look?.pattern }
        #expect(panel.engine.faults.count == 1 && look() != .fault)
        _ = try await panel.place("door", "lights.light")
        #expect(look() == .fault)
        _ = try await panel.place("egg", "buttons.side.hold")
        #expect(look() != .fault)
        _ = try await panel.place("egg", "lights.light")
        #expect(look() == .fault)
        try panel.board.moveContact("GPIO27", isClosed: false)
        await panel.advance(.seconds(3))
        #expect(panel.engine.faults.isEmpty == true && look() != .fault)
        await panel.stop()
    }
}
