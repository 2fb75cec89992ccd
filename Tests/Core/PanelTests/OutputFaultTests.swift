import ControlModel
import EventLoop
import GPIO
import Panel
import SimulatedGPIO
import Testing

/// Output lines that fail for a moment, or that another program takes.
@PanelActor
struct OutputFaultTests {
    @Test("a door whose line fails at its end is closed a second later, and counts as running until then")
    func pulseEndFails() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        let board = FaultyBoard(panel.board)
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock)
        try engine.start()
        engine.perform("door")
        board.failures["GPIO23"] = 2
        await panel.advance(.milliseconds(3_500))
        #expect(try panel.board.isActive("GPIO23"))
        #expect(engine.snapshot(of: "door")?.isRunning == true)
        await panel.advance(.seconds(2))
        #expect(try !panel.board.isActive("GPIO23"))
        #expect(engine.snapshot(of: "door")?.isRunning == false)
        engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("C27 a control whose line cannot be driven is shown as failed, with its actual state")
    func toggleFails() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        let board = FaultyBoard(panel.board)
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock)
        try engine.start()
        board.failures["GPIO18"] = 1
        engine.perform("lamp")
        #expect(engine.snapshot(of: "lamp")?.isOn == false)
        #expect(engine.snapshot(of: "lamp")?.failure == "gpiochip0: GPIO_SET_LINE_VALUES: Input/output error")
        #expect(engine.status == "Lamp: gpiochip0: GPIO_SET_LINE_VALUES: Input/output error")
        engine.perform("lamp")
        #expect(engine.snapshot(of: "lamp")?.isOn == true)
        #expect(engine.snapshot(of: "lamp")?.failure == nil)
        engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a line that was taken while its chip was away is a fault with that reason, which ends when it is free")
    func takenMeanwhile() async throws {
        let panel = try TestPanel(
            """
            name: Test
            domain: org.example.test
            controls: {lamp: {title: Lamp, toggle: {line: "expander:0"}}}
            buttons: {far: {line: "expander:1", hold: lamp}}
            """, chips: [.header, SimulatedChip(path: "expander", label: "mcp", lineNames: [nil, nil])])
        try panel.engine.start()
        try panel.board.unplug("expander")
        await panel.advance(.seconds(1))
        #expect(panel.engine.faults.count == 2)
        // Each change of chips causes another look, and a line that is still missing is reported once.
        try panel.board.replug("gpiochip0")
        await panel.advance(.seconds(1))
        #expect(panel.events.count { if case .faultBegan = $0 { true } else { false } } == 2)

        try panel.board.replug("expander")
        for line in ["expander:0", "expander:1"] { try panel.board.occupy(line, consumer: "gpioset") }
        await panel.advance(.seconds(1))
        #expect(
            panel.engine.faults.map(\.description).sorted() == [
                "button 'far': line 'expander:1' is in use by 'gpioset'; free it, or use another line",
                "control 'org.example.test.lamp': line 'expander:0' is in use by 'gpioset'; free it, or use another line",
            ])
        for line in ["expander:0", "expander:1"] { try panel.board.occupy(line, consumer: nil) }
        try panel.board.replug("expander")
        await panel.advance(.seconds(1))
        #expect(panel.engine.faults.isEmpty)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a light whose line failed for a moment is a fault until the light changes again")
    func lightFails() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        let board = FaultyBoard(panel.board)
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock)
        try engine.start()
        board.failures["GPIO26"] = 1_000
        engine.perform("lamp")
        // The first flash.
        await panel.advance(.milliseconds(70))
        #expect(engine.faults.map(\.part) == [.light("lamp")])
        board.failures = [:]
        await panel.advance(.seconds(1))
        #expect(engine.faults.isEmpty)
        #expect(try panel.board.isActive("GPIO26"))
        engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a button whose line cannot be read is requested again as soon as the line can be read")
    func buttonFails() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        let board = FaultyBoard(panel.board)
        let engine = PanelEngine(panel.description, board: board, scheduler: panel.clock)
        try engine.start()
        board.levelErrors["GPIO17"] = .failed(call: "GPIO_GET_LINE_VALUES", object: "gpiochip0", code: 5)
        try await panel.hold("GPIO17", for: .milliseconds(600))
        #expect(
            engine.faults.map(\.description) == ["button 'action': gpiochip0: GPIO_GET_LINE_VALUES: Input/output error"]
        )
        await panel.advance(.seconds(10))
        #expect(engine.faults.count == 1)
        board.levelErrors = [:]
        await panel.advance(.seconds(1))
        #expect(engine.faults.isEmpty)
        try await panel.hold("GPIO17", for: .milliseconds(600))
        #expect(engine.snapshot(of: "lamp")?.isOn == true)

        // A panel that stops meanwhile does not request the line again.
        board.levelErrors["GPIO17"] = .failed(call: "GPIO_GET_LINE_VALUES", object: "gpiochip0", code: 5)
        try await panel.hold("GPIO17", for: .milliseconds(600))
        engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a panel that stops while a door is open and its chip is away leaves no timer")
    func stopWithoutChip() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        panel.engine.perform("door")
        try panel.board.unplug()
        await panel.advance(.milliseconds(10))
        panel.engine.stop()
        await panel.expectNothingLeft()
    }
}
