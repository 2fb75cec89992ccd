import Configuration
import EventLoop
import GPIO
import SimulatedGPIO
import Testing

@testable import holdfast

/// The look at the lines of a panel, on the simulated board.
@PanelActor
struct LineLookTests {
    private let board = SimulatedBoard(
        chips: [.init(path: "gpiochip0", label: "pinctrl-bcm2711", lineNames: (0..<54).map { "GPIO\($0)" })],
        scheduler: VirtualScheduler())

    private func facts() throws -> BoardFacts {
        var facts = BoardFacts(lines: try HealthyMachine.panel().examinedLines)
        try facts.find(on: board)
        return facts
    }

    private func index(_ name: String, _ facts: BoardFacts) throws -> Int {
        try #require(facts.lines.firstIndex { $0.line.name == name })
    }

    @Test("each line has its holder and the resistor of the holder's request")
    func holders() throws {
        let request = try board.requestInputs(
            [.init(line: "GPIO17", isActiveLow: true, bias: .up)], consumer: "holdfast")
        try board.occupy("GPIO18", consumer: "spi0 CS0")
        let facts = try facts()
        let button = facts.lines[try index("GPIO17", facts)]
        #expect(button.consumer == "holdfast")
        #expect(button.found?.bias == .up)
        #expect(facts.lines[try index("GPIO18", facts)].consumer == "spi0 CS0")
        #expect(facts.lines[try index("GPIO26", facts)].consumer == nil)
        request.release()
        #expect(board.heldRequests == 0)
    }

    @Test("a line that no chip has is an error of that line alone")
    func missing() throws {
        let panel = try HealthyMachine.panel(HealthyMachine.text.replacing("GPIO17", with: "GPIO77"))
        var facts = BoardFacts(lines: panel.examinedLines)
        try facts.find(on: board)
        #expect(facts.lines.count { if case .failure = $0.info { true } else { false } } == 1)
        try board.unplug()
        do throws(GPIOError) {
            try facts.find(on: board)
            Issue.record("a board without chips has no lines")
        } catch {
            #expect(error == .noChips)
        }
    }

    @Test("a contact is active at rest if it is closed, and had no edge meanwhile")
    func atRest() throws {
        try board.connect("GPIO17", toHigh: false)
        try board.connect("GPIO5", toHigh: false)
        let facts = try facts()
        let look = LineLook(at: facts.lines, except: [], on: board)
        try board.connect("GPIO5", toHigh: true)
        try board.connect("GPIO5", toHigh: false)
        let result = look.end()
        #expect(result[try index("GPIO17", facts)] == true)
        #expect(result[try index("GPIO5", facts)] == false)
        #expect(result[try index("GPIO22", facts)] == false)
        #expect(result[try index("GPIO18", facts)] == nil, "an output is left alone")
        #expect(board.heldRequests == 0)
        #expect(LineLook(at: facts.lines, except: [5, 17], on: board).end().count == result.count - 2)
    }

    @Test("lines that another program holds, and outputs, are left alone")
    func leftAlone() throws {
        try board.occupy("GPIO17", consumer: "gpiomon")
        let output = try board.requestOutputs([.init(line: "GPIO5", isActive: true)], consumer: "relay")
        output.release()
        let facts = try facts()
        let look = LineLook(at: facts.lines, except: [], on: board)
        #expect(look.end()[try index("GPIO17", facts)] == nil)
        #expect(try board.isHigh("GPIO5"))
        #expect(board.heldRequests == 0)
    }
}
