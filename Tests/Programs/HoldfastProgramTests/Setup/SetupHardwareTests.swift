import EventLoop
import GPIO
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import holdfast

/// The lines that setup holds, on a simulated board in virtual time.
@PanelActor
struct SetupHardwareTests {
    /// A board, and the events of its lines.
    @PanelActor
    private final class Bench {
        let scheduler = VirtualScheduler()
        let board: SimulatedBoard
        private(set) var hardware: SetupHardware?
        var events: [String] = []

        init() {
            board = SimulatedBoard(scheduler: scheduler)
            hardware = SetupHardware(board: board, scheduler: scheduler) { [weak self] event, _ in
                self?.events.append(Self.text(event))
            }
        }

        private static func text(_ event: SetupEvent) -> String {
            switch event {
            case .watching(let levels, let refused): "watching \(levels.count) refused \(refused.keys.sorted())"
            case .edge(let line, let isHigh): "\(line) \(isHigh ? "high" : "low")"
            case .scanned(let contacts): contacts.map { "\($0.first)-\($0.second)" }.sorted().joined(separator: " ")
            case .driven: "driven"
            case .linesLost(let reason): "lost: \(reason)"
            case .answer, .inputEnded, .elapsed, .finished: "no event of lines"
            }
        }

        /// The events since the last call.
        func take(after duration: Duration = .zero) async -> [String] {
            await scheduler.advance(by: duration)
            defer { events = [] }
            return events
        }

        func use(of line: String) throws -> LineInfo? { try board.lines().first { $0.address.name == line } }
    }

    @Test("a driven line is an input with its usual resistor after half a second, and also when setup ends early")
    func driven() async throws {
        let bench = Bench()
        for isEarly in [false, true] {
            bench.hardware?.drive("GPIO18", isHigh: true, bias: .down)
            #expect(try bench.board.isHigh("GPIO18"))
            #expect(try bench.use(of: "GPIO18")?.isOutput == true)
            if isEarly {
                bench.hardware?.release()
                #expect(await bench.take() == [])
            } else {
                #expect(await bench.take(after: .milliseconds(499)) == [])
                #expect(await bench.take(after: .milliseconds(1)) == ["driven"])
            }
            #expect(try !bench.board.isHigh("GPIO18"))
            #expect(try bench.use(of: "GPIO18")?.isOutput == false)
            #expect(bench.board.heldRequests == 0)
        }
    }

    @Test("watched lines report edges with either resistor, and a line in use is refused alone")
    func watched() async throws {
        let bench = Bench()
        try bench.board.occupy("GPIO22", consumer: "other")
        bench.hardware?.watch(["GPIO17", "GPIO22", "GPIO27"], isPulledUp: true)
        #expect(await bench.take() == ["watching 2 refused [\"GPIO22\"]"])
        try bench.board.connect("GPIO17", toHigh: false)
        try bench.board.connect("GPIO17", toHigh: nil)
        #expect(await bench.take() == ["GPIO17 low", "GPIO17 high"])
        bench.hardware?.watch(["GPIO27"], isPulledUp: false)
        try bench.board.connect("GPIO27", toHigh: true)
        #expect(await bench.take() == ["watching 1 refused []", "GPIO27 high"])
        bench.hardware?.release()
        #expect(bench.board.heldRequests == 0)
    }

    @Test("a scan finds the contacts between lines, drives none high, and leaves inputs")
    func scanned() async throws {
        let bench = Bench()
        let lines = ["GPIO5", "GPIO6", "GPIO16", "GPIO20"]
        bench.hardware?.scan(lines)
        #expect(await bench.take(after: .milliseconds(8)) == [""])
        try bench.board.moveContact(between: "GPIO6", and: "GPIO16", isClosed: true)
        #expect(await bench.take(after: .milliseconds(8)) == ["GPIO16-GPIO6"])
        #expect(bench.board.conflicts == [])
        bench.hardware?.release()
        #expect(try lines.allSatisfy { try bench.use(of: $0)?.isOutput == false })
        #expect(bench.board.heldRequests == 0)
        #expect(await bench.take(after: .seconds(1)) == [])
    }

    @Test("a chip that is unplugged ends each use, and nothing is held")
    func unplugged() async throws {
        for use in 0..<3 {
            let bench = Bench()
            switch use {
            case 0: bench.hardware?.watch(["GPIO17"], isPulledUp: true)
            case 1: bench.hardware?.scan(["GPIO5", "GPIO6", "GPIO16", "GPIO20"])
            default: bench.hardware?.drive("GPIO18", isHigh: true, bias: .down)
            }
            _ = await bench.take()
            try bench.board.unplug()
            let events = await bench.take(after: .milliseconds(10))
            #expect(events.count { $0.hasPrefix("lost: ") } == 1, "\(events)")
            #expect(bench.board.heldRequests == 0)
        }
    }
}
