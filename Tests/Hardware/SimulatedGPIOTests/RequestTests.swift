import EventLoop
import GPIO
import Glibc
import MonotonicTime
import SimulatedGPIO
import Testing

@Suite("Requests of simulated lines")
@PanelActor
struct RequestTests {
    private static let expander = SimulatedChip(
        path: "gpiochip7", label: "expander", lineNames: ["EXTRA", "GPIO2", nil])

    private func world() -> SimulatedWorld { SimulatedWorld(chips: [.header, Self.expander]) }

    @Test("lines are found by name, and by chip and offset as the kernel's are")
    func finding() throws {
        let board = world().board
        #expect(try board.address(of: "GPIO17").offset == 17)
        for line in ["expander:2", "gpiochip7:2"] {
            #expect(
                try board.address(of: line)
                    == LineAddress(chip: "gpiochip7", chipLabel: "expander", offset: 2, name: nil))
        }
        #expect(try board.addresses(of: ["GPIO0", "EXTRA"]).map(\.chip) == ["gpiochip0", "gpiochip7"])
        let chips = ["gpiochip0 [simulated]", "gpiochip7 [expander]"]
        let errors: [(String, GPIOError)] = [
            ("GPIO54", .noSuchLine("GPIO54", chips: chips)), ("GPIO2", .ambiguousLine("GPIO2", chips: chips)),
            ("nowhere:0", .noSuchChip("nowhere", known: chips)),
            ("expander:3", .offsetOutOfRange(line: "expander:3", count: 3)),
            // This is a name, because an offset has no sign.
            ("expander:+1", .noSuchLine("expander:+1", chips: chips)),
            ("expander:-1", .noSuchLine("expander:-1", chips: chips)),
        ]
        for (line, error) in errors {
            #expect(thrownError { _ = try board.address(of: line) } == error)
            #expect(thrownError { _ = try board.requestInputs([.init(line: line)], consumer: "a") } == error)
            #expect(thrownError { _ = try board.requestOutputs([.init(line: line)], consumer: "a") } == error)
            #expect(thrownError { try board.moveContact(line, isClosed: true) } == error)
            #expect(thrownError { try board.connect(line, toHigh: true) } == error)
        }
        #expect(board.heldRequests == 0)
    }

    @Test("a requested line is busy and names its consumer, and a released line is free")
    func busy() throws {
        let world = world()
        let board = world.board
        let request = try board.requestInputs([.init(line: "GPIO1")], consumer: "first")
        #expect(try world.info("GPIO1")?.consumer == "first")
        let second = thrownError { _ = try board.requestOutputs([.init(line: "GPIO1")], consumer: "second") }
        #expect(second == .busy(line: "GPIO1", consumer: "first"))
        request.release()
        request.release()
        #expect(try world.info("GPIO1")?.consumer == nil && board.heldRequests == 0)

        try board.occupy("GPIO1", consumer: "watchman")
        #expect(try world.info("GPIO1")?.consumer == "watchman")
        let outputs = [OutputConfiguration(line: "GPIO0", isActive: true), .init(line: "GPIO1")]
        let error = thrownError { _ = try board.requestOutputs(outputs, consumer: "test") }
        #expect(error == .busy(line: "GPIO1", consumer: "watchman"))
        #expect(try !board.isHigh("GPIO0") && world.info("GPIO0")?.consumer == nil, "all or none")
        try board.occupy("GPIO1", consumer: nil)
        try board.requestOutputs(outputs, consumer: "test").release()
        #expect(board.heldRequests == 0)
    }

    @Test("a request of no line, of one line twice, or of lines on two chips is refused")
    func impossible() throws {
        let board = world().board
        #expect(
            thrownError { _ = try board.requestInputs([], consumer: "test") }
                == .failed(call: "request", object: "no lines", code: EINVAL))
        let twice = thrownError {
            _ = try board.requestInputs([.init(line: "GPIO1"), .init(line: "simulated:1")], consumer: "test")
        }
        #expect(twice == .busy(line: "simulated:1", consumer: "test"))
        let several = thrownError {
            _ = try board.requestOutputs([.init(line: "GPIO1"), .init(line: "EXTRA")], consumer: "test")
        }
        #expect(several == .severalChips(lines: ["GPIO1 on gpiochip0 [simulated]", "EXTRA on gpiochip7 [expander]"]))
    }

    @Test("a request that is released or deallocated leaves no descriptor open")
    func nothingLeft() throws {
        let world = world()
        var request: (any InputRequest)? = try world.input("GPIO1")
        let pipe = OpenFile.target(try #require(request).descriptor)
        #expect(try OpenFile.count(pipe) == 2)
        #expect(world.board.heldRequests == 1)
        request?.release()
        #expect(try OpenFile.count(pipe) == 0)
        for action in [{ _ = try request?.levels() }, { _ = try request?.events() }] {
            guard case .failed(_, "gpiochip0 [simulated]", EBADF) = thrownError(action) else {
                Issue.record("a request that was given back can be used")
                return
            }
        }
        request = try world.input("GPIO1")
        let second = OpenFile.target(try #require(request).descriptor)
        #expect(try OpenFile.count(second) == 2)
        request = nil
        #expect(try OpenFile.count(second) == 0)
        #expect(world.board.heldRequests == 0)
        // As the kernel does for a closed request.
        try world.input("GPIO1").release()
        let output = try world.output("GPIO3", isActive: true)
        output.release()
        for action in [{ try output.set(0, isActive: false) }, { _ = try output.levels() }] {
            guard case .failed(_, "gpiochip0 [simulated]", EBADF) = thrownError(action) else {
                Issue.record("a request that was given back can be used")
                return
            }
        }
        #expect(try world.board.isHigh("GPIO3"))
    }

    @Test("a board without references is deallocated with its requests")
    func noCycle() throws {
        weak var gone: SimulatedBoard?
        do {
            let world = world()
            gone = world.board
            let requests: [AnyObject] = [try world.input("GPIO1"), try world.output("GPIO3")]
            #expect(world.board.heldRequests == requests.count)
        }
        #expect(gone == nil)
    }

    @Test("a covering board has the lines of any panel: names, chips and offsets")
    func covering() throws {
        let lines = [
            "GPIO17", "DOOR", "pinctrl-rp1:5", "gpiochip1:3", "/dev/gpiochip2:0", "gpiochip2:4", "gpiochip0:60",
            "simulated:61", "a:b:7", "DOOR", "big:65534", "expander:+1", ":5",
        ]
        let board = SimulatedBoard(covering: lines, scheduler: VirtualScheduler())
        let addresses = try board.addresses(of: lines)
        #expect(addresses.map(\.offset) == [17, 0, 5, 3, 0, 4, 60, 61, 7, 0, 65_534, 1, 2])
        #expect(Set(addresses).count == lines.count - 1)
        // A chip that the panel names is separate from the chip of its other names.
        #expect(addresses[1].chip != "gpiochip1" && addresses[1].chipLabel == "simulated-more")
        #expect(addresses[4].chip == addresses[5].chip)
        #expect(try board.lines().count == Set(try board.lines().map(\.address)).count)
        for line in Set(lines) { try board.requestInputs([.init(line: line)], consumer: "test").release() }
        // No chip of the kernel has so many lines.
        let tooLarge = SimulatedBoard(covering: ["big:65535", "big:99999999999"], scheduler: VirtualScheduler())
        #expect(thrownError { _ = try tooLarge.address(of: "big:65535") } != nil)
        #expect(try tooLarge.lines().count == 54)
    }
}
