import Configuration
import EventLoop
import Foundation
import GPIO
import PanelScripts
import SimulatedGPIO
import SimulatedPanel
import TestSupport
import Testing

@testable import Panel

/// Panels on a Raspberry Pi whose kernel calls lines of the header by their functions.
@PanelActor
struct HeaderNamesTests {
    private static let config = URL(filePath: #filePath).appending(path: "../../../../config").standardized

    private static func board(_ board: RaspberryPiBoard, _ clock: VirtualScheduler) -> SimulatedBoard {
        SimulatedBoard(
            chips: [
                .init(path: "gpiochip0", label: board.label, lineNames: board.lineNames),
                .init(path: "gpiochip1", label: "raspberrypi-exp-gpio", lineNames: ["BT_ON", "WL_ON", nil]),
            ], scheduler: clock)
    }

    @Test("each file in config/ starts on each board, and holds its lines", arguments: RaspberryPiBoard.all)
    func shipped(_ pi: RaspberryPiBoard) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.config.path())
            .filter { $0.hasSuffix(".yaml") }
        #expect(names.count >= 14)
        for name in names {
            let text = try String(contentsOf: Self.config.appending(path: name), encoding: .utf8)
                .replacing("board: simulated", with: "board: auto")
            let panel = try PanelFile.parse(Array(text.utf8), file: name)
            let clock = VirtualScheduler()
            let board = Self.board(pi, clock)
            let engine = PanelEngine(panel, board: board, scheduler: clock)
            do throws(ConfigurationError) {
                try engine.start()
            } catch {
                Issue.record("\(error)")
                continue
            }
            let held = try board.lines().filter { $0.consumer == PanelLines.consumer }
            let wanted = panel.allLines.filter { !$0.name.hasPrefix("expander:") }
            #expect(held.count == wanted.count, "\(name)")
            #expect(held.allSatisfy { $0.address.chip == "gpiochip0" && $0.address.offset <= 27 })
            engine.stop()
            await clock.advance(by: .milliseconds(10))
            #expect(board.heldRequests == 0 && clock.nextDeadline == nil)
        }
    }

    private static let relay = """
        name: Test
        domain: org.example.test
        controls:
          relay: {toggle: {line: GPIO4, active: low}}
        """

    @Test("a relay on GPIO4 is in the record once, and a file with the line's other name goes on without an edge")
    func record() async throws {
        let pi = RaspberryPiBoard.all[0]
        let file = try DrivenLinesFile(path: NSTemporaryDirectory() + "holdfast-\(UUID().uuidString)")
        func recorded() throws -> [String] {
            try DrivenLinesFile(path: file.path).lines.map { "\($0.address.offset) \($0.address.name ?? "")" }
        }
        let panel = try TestPanel(
            Self.relay, chips: [.init(path: "gpiochip0", label: pi.label, lineNames: pi.lineNames)], record: file)
        let old = panel.engine
        try old.start()
        #expect(await panel.perform("org.example.test.relay", isOn: true, by: .panel) != nil)
        #expect(try !panel.board.isHigh("gpiochip0:4"))
        #expect(try recorded() == ["4 GPIO_GCLK"])
        panel.forgetEdges()

        let renamed = Self.relay.replacing("GPIO4", with: "GPIO_GCLK")
        panel.replaceEngine(try PanelFile.parse(Array(renamed.utf8), file: "panel.yaml"), record: file)
        try panel.engine.check(replacing: old)
        let lines = (old.description.allLines + panel.description.allLines)
        #expect(panel.engine.isSameLine(lines[0], as: lines[1]))
        try panel.engine.start(resuming: old.stop(keeping: ["org.example.test.relay"]))
        #expect(panel.edges == [:])
        #expect(try panel.board.isActive("GPIO4"))
        #expect(try recorded() == ["4 GPIO_GCLK"])
        panel.engine.stop()
        #expect(try recorded() == [])
        #expect(try panel.board.isHigh("GPIO4"))
        await panel.expectNothingLeft()
    }

    @Test("two names of one line are refused at the start, also where only this board has the second name")
    func sameLine() async throws {
        let zero = try #require(RaspberryPiBoard.all.first { $0.description == "bcm2837-rpi-zero-2-w" })
        let clock = VirtualScheduler()
        let yaml = """
            name: Test
            domain: org.example.test
            controls:
              relay: {toggle: {line: TXD0}}
            buttons:
              action: {line: GPIO14, hold: relay}
            """
        let panel = try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
        let board = Self.board(zero, clock)
        let engine = PanelEngine(panel, board: board, scheduler: clock)
        do throws(ConfigurationError) {
            try engine.start()
            Issue.record("one line has two users")
        } catch {
            #expect(
                error.description
                    == "panel.yaml:6:18: error: line 'GPIO14' is the line 'TXD0', which panel.yaml:4:26 uses already")
        }
        #expect(board.heldRequests == 0)
    }

    @Test("a simulated board has the kernel's names, so that a keypad with both kinds of names works there, too")
    func simulated() async throws {
        let yaml = """
            name: Test
            domain: org.example.test
            board: simulated
            controls:
              relay: {toggle: {line: GPIO18}, authentication: required}
            keypad: {rows: [GPIO5, GPIO_GCLK], columns: [SPI_MISO, GPIO20], keys: ["01", "*#"]}
            """
        let panel = try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
        let clock = VirtualScheduler()
        let board = SimulatedBoard(for: panel, scheduler: clock)
        #expect(try board.addresses(of: ["GPIO_GCLK", "SPI_MISO", "GPIO5"]).map(\.offset) == [4, 9, 5])
        let engine = PanelEngine(panel, board: board, scheduler: clock)
        try engine.start()
        #expect(try board.lines().count { $0.consumer == PanelLines.consumer } == 5)
        engine.stop()
        #expect(board.heldRequests == 0)
    }
}
