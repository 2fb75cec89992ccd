import Configuration
import ControlModel
import EventLoop
import Foundation
import GPIO
import Indicators
import Panel
import SimulatedGPIO
import Testing

/// The handover from one panel to the next, and the record of driven lines for a panel without a successor.
@PanelActor
struct HandoverTests {
    private func makeRecord() throws -> DrivenLinesFile {
        try DrivenLinesFile(path: NSTemporaryDirectory() + "holdfast-\(UUID().uuidString)")
    }

    private func onDisk(_ record: DrivenLinesFile) throws -> Set<String> {
        Set(try DrivenLinesFile(path: record.path).lines.compactMap(\.address.name))
    }

    private let lamp = "org.example.test.lamp"
    private let relay = "org.example.test.relay"
    private let door = "org.example.test.door"

    @Test("kept toggles, on or off, go on without an edge; the other outputs end inactive")
    func keeping() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        try await panel.hold("GPIO17", for: .milliseconds(600))
        try await panel.hold("GPIO27", for: .milliseconds(600))
        #expect(try panel.board.isActive("GPIO18"))
        #expect(try panel.board.isActive("GPIO23"))
        panel.forgetEdges()

        let states = panel.engine.stop(keeping: [lamp, relay, door])
        #expect(states == [lamp: true, relay: false])
        panel.replaceEngine()
        try panel.engine.start(resuming: states)
        #expect(panel.edges["GPIO18"] == nil)
        #expect(panel.edges["GPIO12"] == nil)
        #expect(panel.edges["GPIO23"] == 1)
        #expect(try panel.board.isActive("GPIO18"))
        #expect(panel.engine.snapshot(of: "lamp")?.isOn == true)
        #expect(panel.engine.light("lamp")?.isLit == true)

        panel.engine.stop()
        #expect(try !panel.board.isActive("GPIO18"))
        await panel.expectNothingLeft()
    }

    @Test("the record has each output before it is driven, and none after the panel has stopped")
    func record() async throws {
        let record = try makeRecord()
        let panel = try TestPanel(SamplePanel.ordinary)
        let board = FaultyBoard(panel.board)
        var missing: [String] = []
        board.willDrive = { line in
            if (try? self.onDisk(record).contains(line)) != true { missing.append(line) }
        }
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock, drivenLines: record)
        try engine.start()
        #expect(missing.isEmpty)
        #expect(try onDisk(record) == ["GPIO18", "GPIO12", "GPIO23", "GPIO26"])
        #expect(record.lines.filter(\.isActiveLow).map(\.address.name) == ["GPIO12"])
        engine.stop()
        #expect(!FileManager.default.fileExists(atPath: record.path))
        await panel.expectNothingLeft()
    }

    @Test("a panel that cannot start leaves no line in the record")
    func recordOfFailedStart() async throws {
        for line in ["GPIO17", "GPIO26"] {
            let record = try makeRecord()
            let panel = try TestPanel(SamplePanel.ordinary)
            let board = FaultyBoard(panel.board)
            board.requestErrors[line] = .busy(line: line, consumer: "gpioset")
            let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock, drivenLines: record)
            #expect(throws: ConfigurationError.self) { try engine.start() }
            #expect(record.lines.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: record.path))
            await panel.expectNothingLeft()
        }
    }

    @Test("lines that could not be made inactive stay in the record after the panel has stopped")
    func recordOfFailedStop() async throws {
        let record = try makeRecord()
        let panel = try TestPanel(SamplePanel.ordinary)
        let board = FaultyBoard(panel.board)
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock, drivenLines: record)
        try engine.start()
        engine.perform("lamp")
        await panel.advance(.seconds(5))
        var failures: [String] = []
        engine.observe { if case .failed(let kind, let reason) = $0 { failures.append("\(kind): \(reason)") } }
        board.failures = ["GPIO18": 1, "GPIO26": 2]
        engine.stop()
        #expect(try onDisk(record) == ["GPIO18", "GPIO26"])
        #expect(failures == ["\(lamp): may still be active: gpiochip0: GPIO_SET_LINE_VALUES: Input/output error"])
        #expect(try record.makeInactive(on: panel.board, consumer: "holdfast safe").isEmpty)
        #expect(try !panel.board.isActive("GPIO18"))
        #expect(try !panel.board.isActive("GPIO26"))
        await panel.expectNothingLeft()
    }

    @Test("toggles that were kept for a panel that does not start are made inactive")
    func successorMissing() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        panel.engine.perform("relay")
        let states = panel.engine.stop(keeping: [lamp, relay])
        #expect(try panel.board.isActive("GPIO12"))
        panel.engine.makeSafe(states)
        #expect(try !panel.board.isActive("GPIO12"))
        await panel.expectNothingLeft()
    }

    @Test("no line is driven if the record cannot be written")
    func unwritableRecord() async throws {
        let record = try DrivenLinesFile(path: "/proc/nowhere/driven-lines")
        let panel = try TestPanel(SamplePanel.ordinary, record: record)
        let error = #expect(throws: ConfigurationError.self) { try panel.engine.start() }
        #expect(error?.description.hasPrefix("panel.yaml:1:1: error: record of driven lines /proc/nowhere/") == true)
        #expect(panel.edges.isEmpty)
        await panel.expectNothingLeft()
    }

    @Test("after a reload the record has the new panel's lines and no others")
    func recordOverReload() async throws {
        let record = try makeRecord()
        let panel = try TestPanel(SamplePanel.ordinary, record: record)
        try panel.engine.start()
        let states = panel.engine.stop(keeping: [lamp])
        // The kept line is driven throughout.
        #expect(try onDisk(record) == ["GPIO18"])
        let smaller =
            SamplePanel.ordinary.split(separator: "\n").filter { !$0.contains("relay") && !$0.contains("GPIO26") }
            .map { $0 == "lights:" ? "" : $0 }.joined(separator: "\n") + "\n  action: {line: GPIO17, hold: lamp}"
        panel.replaceEngine(try PanelFile.parse(Array(smaller.utf8), file: "panel.yaml"), record: record)
        try panel.engine.start(resuming: states)
        #expect(try onDisk(record) == ["GPIO18", "GPIO23"])
        panel.engine.stop()
        #expect(try onDisk(record) == [])
        await panel.expectNothingLeft()
    }

    @Test("a check whether another panel could follow has no effect on the running panel")
    func check() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        let running = panel.engine
        panel.forgetEvents()
        panel.forgetEdges()
        let other = try PanelFile.parse(
            Array(SamplePanel.ordinary.replacing("GPIO23", with: "GPIO24").utf8), file: "panel.yaml")
        let follower = PanelEngine(other, board: panel.board, scheduler: panel.clock)
        try follower.check(replacing: running)
        // Another program's line is not free, and the running panel's lines are free only for a panel that replaces it.
        try panel.board.occupy("GPIO24", consumer: "gpioset")
        let error = #expect(throws: ConfigurationError.self) { try follower.check(replacing: running) }
        #expect(
            error?.diagnostics.map(\.message) == ["line 'GPIO24' is in use by 'gpioset'; free it, or use another line"])
        #expect(throws: ConfigurationError.self) { try follower.check() }
        #expect(panel.edges.isEmpty)
        #expect(panel.events.isEmpty)
        running.stop()
        await panel.expectNothingLeft()
    }
}
