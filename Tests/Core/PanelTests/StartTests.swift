import Configuration
import ControlModel
import EventLoop
import GPIO
import Gestures
import Indicators
import SimulatedGPIO
import Testing

@testable import Panel

/// A panel starts with all of its lines or with none, and reports every error.
@PanelActor
struct StartTests {
    /// The errors of a failed start.
    private func errors(of engine: PanelEngine) -> [String] {
        do throws(ConfigurationError) {
            try engine.start()
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test("a start reports all errors at once, with their places, and touches no line")
    func allProblems() async throws {
        let panel = try TestPanel(
            """
            name: Test
            domain: org.example.test
            controls:
              lamp: {toggle: {line: GPIO18}}
              gone: {toggle: {line: GPIO99}}
              busy: {toggle: {line: GPIO12}}
              far: {toggle: {line: "expander:3"}}
              same: {toggle: {line: "gpiochip0:17"}}
            buttons:
              action: {line: GPIO17, hold: lamp}
              taken: {line: GPIO27, hold: lamp}
              beyond: {line: "gpiochip0:54", hold: lamp}
            lights:
              lamp: {line: GPIO98, shows: lamp}
            """)
        try panel.board.occupy("GPIO12", consumer: "spi0 CS0")
        try panel.board.occupy("GPIO27", consumer: "kernel")
        #expect(
            errors(of: panel.engine) == [
                "panel.yaml:5:25: error: no line named 'GPIO99' on gpiochip0 [simulated]; 'holdfast lines' shows all names",
                "panel.yaml:6:25: error: line 'GPIO12' is in use by 'spi0 CS0'; free it, or use another line",
                "panel.yaml:7:24: error: no GPIO chip with the label, name or path 'expander'; there are: gpiochip0 [simulated]",
                "panel.yaml:10:18: error: line 'GPIO17' is the line 'gpiochip0:17', which panel.yaml:8:25 uses already",
                "panel.yaml:11:17: error: line 'GPIO27' is in use by 'kernel'; free it, or use another line",
                "panel.yaml:12:18: error: 'gpiochip0:54': the chip has the lines 0 to 53",
                "panel.yaml:14:16: error: no line named 'GPIO98' on gpiochip0 [simulated]; 'holdfast lines' shows all names",
            ])
        #expect(panel.edges.isEmpty)
        #expect(panel.events.isEmpty)
        await panel.expectNothingLeft()
    }

    @Test(
        "an error of the whole board is reported once, at the choice of the board",
        arguments: [
            (
                GPIOError.notPermitted(chip: "/dev/gpiochip0"),
                "no permission to open /dev/gpiochip0; run as a member of its group (usually 'gpio')"
            ),
            (
                .ambiguousChip("pinctrl-rp1", chips: ["gpiochip0", "gpiochip1"]),
                "'pinctrl-rp1' is the label of several chips (gpiochip0, gpiochip1); give the chip's name or path"
            ),
        ])
    func wholeBoard(error: GPIOError, message: String) throws {
        for (choice, place) in [("", "1:1"), ("board: pinctrl-rp1\n", "1:8")] {
            let description = try PanelFile.parse(Array((choice + SamplePanel.ordinary).utf8), file: "panel.yaml")
            let clock = VirtualScheduler()
            let board = FaultyBoard(SimulatedBoard(scheduler: clock))
            board.lookError = error
            let engine = PanelEngine(description, board: board, scheduler: clock)
            #expect(errors(of: engine) == ["panel.yaml:\(place): error: \(message)"])
            #expect(board.board.heldRequests == 0)
        }
    }

    @Test(
        "a start that loses a line between checking and requesting it keeps no line",
        arguments: ["GPIO17", "GPIO27", "GPIO18", "GPIO23", "GPIO26"])
    func race(line: String) async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        let board = FaultyBoard(panel.board)
        board.requestErrors[line] = .busy(line: line, consumer: "gpioset")
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock)
        let errors = errors(of: engine)
        #expect(errors.count == 1)
        #expect(errors.first?.hasSuffix("line '\(line)' is in use by 'gpioset'; free it, or use another line") == true)
        // Buttons are requested first, so that a failure drives no output.
        if line == "GPIO17" || line == "GPIO27" { #expect(panel.edges.isEmpty) }
        for output in ["GPIO18", "GPIO23", "GPIO26"] { #expect(try !panel.board.isActive(output)) }
        await panel.expectNothingLeft()
        // The error does not prevent another start.
        board.requestErrors = [:]
        try engine.start()
        engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("outputs start inactive, at either polarity, without an edge if they were inactive before")
    func initialLevels() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        #expect(try !panel.board.isActive("GPIO18"))
        #expect(try !panel.board.isHigh("GPIO18"))
        #expect(try !panel.board.isActive("GPIO12"))
        #expect(try panel.board.isHigh("GPIO12"))
        panel.engine.stop()
        panel.forgetEdges()
        panel.replaceEngine()
        try panel.engine.start()
        panel.engine.stop()
        #expect(panel.edges.isEmpty)
        await panel.expectNothingLeft()
    }

    @Test("a replaced engine is released with its events and its displays")
    func released() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        panel.engine.stop()
        weak let engine = panel.engine
        weak let displays = panel.engine.surfaces.displays
        weak let events = panel.engine.reports.events
        panel.replaceEngine()
        await panel.advance(.zero)
        #expect(engine == nil && displays == nil && events == nil)
    }

    @Test("every observer receives all events of a panel in the same order")
    func observers() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        var order: [String] = []
        panel.engine.observe { event in if case .performed = event { order.append("second") } }
        panel.engine.observe { event in if case .performed = event { order.append("third") } }
        try panel.engine.start()
        try await panel.hold("GPIO27", for: .milliseconds(600))
        #expect(order == ["second", "third"])
        let names = panel.events.compactMap { event -> String? in
            switch event {
            case .buttonPressed: "pressed"
            case .buttonReleased: "released"
            case .gesture(let gesture, _): gesture.rawValue
            case .performed: "performed"
            case .controlChanged: "changed"
            case .statusShown: "status"
            default: nil
            }
        }
        #expect(names == ["pressed", "hold", "performed", "changed", "status", "released"])
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a panel reports the controls and lights that it resumes from the one before")
    func resumedState() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start(resuming: ["org.example.test.lamp": true, "org.example.test.door": true])
        #expect(panel.engine.snapshot(of: "lamp")?.isOn == true)
        #expect(panel.engine.light("lamp")?.isLit == true)
        #expect(panel.events.contains(.lightShown(name: "lamp", LightFrame(level: 1))))
        // A control button has no state to resume.
        #expect(try !panel.board.isActive("GPIO23"))
        panel.engine.stop()
        await panel.expectNothingLeft()
    }
}
