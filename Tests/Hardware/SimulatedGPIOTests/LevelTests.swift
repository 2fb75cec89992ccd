import EventLoop
import GPIO
import MonotonicTime
import Testing

@testable import SimulatedGPIO

@Suite("Levels of simulated lines")
@PanelActor
struct LevelTests {
    @Test("a driver overrides a contact, a contact the resistor, and an open line is low")
    func precedence() {
        let address = LineAddress(chip: "c", chipLabel: "c", offset: 0, name: nil)
        for bias in Bias.allCases {
            for external in [nil, false, true] as [Bool?] {
                for driven in [nil, false, true] as [Bool?] {
                    for isOpenDrain in [false, true] {
                        var line = SimulatedLine(address: address)
                        (line.bias, line.external, line.driven) = (bias, external, driven)
                        line.isOpenDrain = isOpenDrain
                        let forced = isOpenDrain && driven == true ? nil : driven
                        #expect(line.isHigh == forced ?? external ?? (bias == .up))
                    }
                }
            }
        }
    }

    @Test("levels and edges follow the request's polarity and have the board's time stamps")
    func polarity() throws {
        for isActiveLow in [false, true] {
            let world = SimulatedWorld()
            let request = try world.input("GPIO5", isActiveLow: isActiveLow, bias: isActiveLow ? .up : .down)
            #expect(try request.levels() == [false])
            world.clock.move(to: MonotonicInstant(nanoseconds: 77))
            try world.board.connect("GPIO5", toHigh: !isActiveLow)
            try world.board.connect("GPIO5", toHigh: !isActiveLow)
            #expect(
                try request.events() == [
                    EdgeEvent(line: 0, isActive: true, time: MonotonicInstant(nanoseconds: 77), sequence: 1)
                ])
            #expect(try request.levels() == [true] && world.board.isActive("GPIO5"))
            #expect(try world.board.isHigh("GPIO5") == !isActiveLow)
            try world.board.sense("GPIO5", isActive: false)
            #expect(try request.levels() == [false] && request.events().map(\.isActive) == [false])
            request.release()
        }
    }

    @Test("an output gets its level with the request, reports only changes, and can be read")
    func outputs() throws {
        let world = SimulatedWorld()
        var changes: [String] = []
        world.board.outputChanged = { changes.append("\($0.name ?? "")=\($1)") }
        let request = try world.board.requestOutputs(
            [.init(line: "GPIO1", isActive: true), .init(line: "GPIO2", isActiveLow: true)], consumer: "lamps")
        #expect(changes == ["GPIO1=true", "GPIO2=false"])
        #expect(try request.levels() == [true, false])
        #expect(try [world.board.isHigh("GPIO1"), world.board.isHigh("GPIO2")] == [true, true])
        try request.set(0, isActive: true)
        try request.set(1, isActive: true)
        #expect(changes.dropFirst(2) == ["GPIO2=true"])
        #expect(try request.levels() == [true, true] && !world.board.isHigh("GPIO2"))
        try world.board.force("GPIO1", isActive: false)
        #expect(try request.levels() == [false, true])
        // A contact cannot change a driven line.
        try world.board.connect("GPIO1", toHigh: true)
        #expect(try request.levels() == [false, true])
        request.release()
    }

    @Test("a released output drives on, and requesting it again with its level makes no step")
    func drivingOn() throws {
        let world = SimulatedWorld()
        try world.output("GPIO1", isActive: true).release()
        #expect(try world.board.isHigh("GPIO1"))
        #expect(try world.info("GPIO1")?.isOutput == true && world.info("GPIO1")?.consumer == nil)
        var changes = 0
        world.board.outputChanged = { _, _ in changes += 1 }
        try world.output("GPIO1", isActive: true).release()
        #expect(changes == 0)
        try world.output("GPIO1", isActive: false).release()
        #expect(try changes == 1 && !world.board.isHigh("GPIO1"))
        // An input no longer drives the line.
        let input = try world.input("GPIO1", bias: .up)
        #expect(try input.levels() == [true] && world.info("GPIO1")?.isOutput == false)
        input.release()
    }
}
