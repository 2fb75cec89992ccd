import Configuration
import EventLoop
import Foundation
import GPIO
import SimulatedGPIO
import Testing

@testable import Panel

/// A chip that is missing when a panel starts.
@PanelActor
struct MissingChipTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {toggle: {line: GPIO18}}
          door: {button: {pulse: "expander:0", for: 3s}, sensor: {line: "expander:4"}}
        buttons:
          action: {line: GPIO17, hold: lamp}
          ring: {line: "expander:1", hold: door}
        lights:
          lamp: {line: GPIO26, shows: lamp}
          door: {line: "expander:2", shows: door}
        sound: {line: "expander:3"}
        keypad: {rows: ["expander:5", "expander:6"], columns: ["expander:7", "expander:8"], keys: ["01", "*#"]}
        """

    private static let expander = SimulatedChip(
        path: "gpiochip1", label: "expander", lineNames: ["strike"] + Array(repeating: nil, count: 15))

    private func makePanel(_ yaml: String = yaml, record: DrivenLinesFile? = nil) throws -> TestPanel {
        try TestPanel(yaml, chips: [.header, Self.expander], record: record)
    }

    private func errors(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch {
            return (error as? ConfigurationError)?.diagnostics.map(\.message) ?? ["\(error)"]
        }
    }

    @Test("a chip that is missing at the start is a fault; other lines work, and its lines are taken when it appears")
    func missingChip() async throws {
        let panel = try makePanel()
        try panel.board.unplug("expander")
        try panel.engine.start()
        let parts: Set<PanelFault.Part> = [
            .button("ring"), .control("org.example.test.door"), .light("door"), .sound, .keypad(""),
        ]
        #expect(Set(panel.engine.faults.map(\.part)).isSuperset(of: parts))
        let words = "no GPIO chip with the label, name or path 'expander'; there are: gpiochip0 [simulated]"
        for fault in panel.engine.faults where parts.contains(fault.part) && fault.part != .keypad("") {
            #expect(fault.description == "\(fault.part): \(words)")
        }
        // The other lines work.
        try await panel.hold("GPIO17", for: .milliseconds(600))
        #expect(try panel.board.isActive("GPIO18"))
        panel.engine.perform("door")
        #expect(panel.events.contains(.failed(kind: "org.example.test.door", reason: words)))
        // The light and the buzzer have finished showing the fault.
        await panel.advance(.seconds(10))
        // The chip appears; no timer has polled for it.
        try panel.board.replug("expander")
        await panel.advance(.zero)
        #expect(parts.isDisjoint(with: panel.engine.faults.map(\.part)))
        for line in ["expander:0", "expander:2", "expander:3"] { #expect(try !panel.board.isActive(line)) }
        try await panel.hold("expander:1", for: .milliseconds(600))
        #expect(try panel.board.isActive("expander:0"))
        #expect(try panel.board.isActive("GPIO18"), "untouched")
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a panel without any chip starts and waits for one")
    func noChips() async throws {
        let panel = try makePanel(SamplePanel.ordinary)
        try panel.board.unplug()
        try panel.engine.start()
        #expect(
            Set(panel.engine.faults.map(\.description)).isSuperset(
                of: ["button 'action'", "control 'org.example.test.door'", "light 'lamp'"].map {
                    "\($0): no GPIO chip on this machine; 'board: simulated' needs none"
                }))
        try panel.board.replug()
        await panel.advance(.zero)
        #expect(panel.engine.faults.isEmpty)
        try await panel.hold("GPIO17", for: .milliseconds(600))
        #expect(try panel.board.isActive("GPIO18"))
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    private static func named(_ other: String) -> String {
        """
        name: Test
        domain: org.example.test
        controls:
          door: {button: {pulse: strike, for: 3s}}
          lamp: {toggle: {line: \(other)}}
        """
    }

    @Test("a name that no chip has is a fault while a chip is missing, and an error otherwise")
    func names() async throws {
        let message = "no line named 'strike' on gpiochip0 [simulated]; 'holdfast lines' shows all names"
        let alone = try makePanel(Self.named("GPIO18"))
        try alone.board.unplug("expander")
        #expect(errors { try alone.engine.start() } == [message])
        // Another line's address shows that a chip is missing.
        let together = try makePanel(Self.named("\"expander:3\""))
        try together.board.unplug("expander")
        try together.engine.start()
        #expect(together.engine.faults.contains { $0.description == "control 'org.example.test.door': \(message)" })
        together.engine.stop()
        // An earlier panel has found the line.
        try alone.board.replug("expander")
        try alone.engine.start()
        let before = alone.engine
        try alone.board.unplug("expander")
        await alone.advance(.zero)
        before.stop()
        alone.replaceEngine()
        alone.engine.know(linesOf: before)
        try alone.engine.start()
        #expect(alone.engine.faults.map(\.part) == [.control("org.example.test.door")])
        try alone.board.replug("expander")
        await alone.advance(.zero)
        #expect(alone.engine.faults.isEmpty)
        alone.engine.stop()
        await alone.expectNothingLeft()
    }

    @Test("an offset that the chip does not have, or a line in use, stays an error beside a missing chip")
    func slips() async throws {
        let panel = try makePanel(Self.named("\"gpiochip0:54\""))
        #expect(errors { try panel.engine.start() } == ["'gpiochip0:54': the chip has the lines 0 to 53"])
        try panel.board.unplug("expander")
        #expect(errors { try panel.engine.start() }.contains("'gpiochip0:54': the chip has the lines 0 to 53"))
        await panel.expectNothingLeft()
    }

    @Test("a reloaded file is refused for a missing chip, except for lines that the running panel misses, too")
    func readAgain() async throws {
        let panel = try makePanel(SamplePanel.ordinary)
        try panel.board.unplug("expander")
        try panel.engine.start()
        let description = try PanelFile.parse(Array(Self.yaml.utf8), file: "panel.yaml")
        let next = PanelEngine(description, board: panel.board, scheduler: panel.clock)
        let refusal = errors { try next.check(replacing: panel.engine) }
        #expect(
            Set(refusal) == ["no GPIO chip with the label, name or path 'expander'; there are: gpiochip0 [simulated]"])
        panel.engine.stop()
        // The running panel started without the chip, and reads the unchanged file again.
        panel.replaceEngine(description)
        try panel.engine.start()
        let again = PanelEngine(description, board: panel.board, scheduler: panel.clock)
        try again.check(replacing: panel.engine)
        let states = panel.engine.stop()
        try again.start(resuming: states)
        #expect(!again.faults.isEmpty)
        again.stop()
        await panel.expectNothingLeft()
    }

    @Test("an output is in the record of driven lines before it is driven, also if its chip appears later")
    func record() async throws {
        let path = NSTemporaryDirectory() + "holdfast-\(UUID().uuidString)"
        let panel = try makePanel()
        let board = FaultyBoard(panel.board)
        let engine = PanelEngine(
            panel.description, board: board, scheduler: panel.clock, drivenLines: try DrivenLinesFile(path: path))
        func recorded() -> Set<String> {
            Set((try? DrivenLinesFile(path: path).lines)?.map { "\($0.address.chip):\($0.address.offset)" } ?? [])
        }
        try panel.board.unplug("expander")
        try engine.start()
        #expect(recorded() == ["gpiochip0:18", "gpiochip0:26"])
        var unrecorded: [String] = []
        board.willDrive = { line in
            let offset = line.split(separator: ":").last ?? ""
            // A keypad's columns are not outputs that must be made safe.
            if let number = Int(offset), number < 5, !recorded().contains("gpiochip1:\(offset)") {
                unrecorded.append(line)
            }
        }
        try panel.board.replug("expander")
        await panel.advance(.zero)
        #expect(unrecorded.isEmpty)
        #expect(recorded() == ["gpiochip0:18", "gpiochip0:26", "gpiochip1:0", "gpiochip1:2", "gpiochip1:3"])
        engine.stop()
        #expect(recorded().isEmpty)
        await panel.expectNothingLeft()
    }

    @Test("an output that cannot be recorded is not driven when its chip appears, and is a fault")
    func unwritableRecord() async throws {
        let folder = NSTemporaryDirectory() + "holdfast-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let panel = try makePanel(record: try DrivenLinesFile(path: folder + "/driven-lines"))
        try panel.board.unplug("expander")
        try panel.engine.start()
        try FileManager.default.removeItem(atPath: folder)
        try panel.board.replug("expander")
        await panel.advance(.zero)
        let fault = panel.engine.faults.first { $0.part == .control("org.example.test.door") }
        #expect(
            fault?.cause
                == .line(.failed(call: "open", object: folder + "/driven-lines.new", code: ENOENT)))
        panel.engine.perform("door")
        #expect(try !panel.board.isActive("expander:0"))
        // The record is writable again at the next change of the chips.
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try panel.board.unplug("expander")
        await panel.advance(.zero)
        try panel.board.replug("expander")
        await panel.advance(.zero)
        #expect(panel.engine.faults.isEmpty)
        panel.engine.perform("door")
        #expect(try panel.board.isActive("expander:0"))
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a toggle starts as `restore` says when its chip first appears, and stays off when the chip reappears")
    func restore() async throws {
        let panel = try makePanel(
            """
            name: Test
            domain: org.example.test
            controls:
              freezer: {toggle: {line: "expander:0", restore: active}}
              lamp: {toggle: {line: "expander:1"}}
              left: {toggle: {line: GPIO18}}
              right: {toggle: {line: "expander:2", restore: active}, interlock: [left]}
            """)
        func active() throws -> [Bool] {
            try ["expander:0", "expander:1", "expander:2"].map { try panel.board.isActive($0) }
        }
        try panel.board.unplug("expander")
        try panel.engine.start()
        panel.engine.perform("left")
        try panel.board.replug("expander")
        await panel.advance(.zero)
        #expect(panel.engine.faults.isEmpty)
        #expect(try active() == [true, false, false], "what may not be on beside another does not come on beside it")
        #expect(try panel.board.isActive("GPIO18"))
        try panel.board.unplug("expander")
        await panel.advance(.zero)
        try panel.board.replug("expander")
        await panel.advance(.zero)
        #expect(try active() == [false, false, false])
        panel.engine.stop()
        await panel.expectNothingLeft()
    }
}
