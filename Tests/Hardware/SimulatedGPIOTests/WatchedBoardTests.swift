import EventLoop
import GPIO
import MonotonicTime
import SimulatedGPIO
import Testing

/// The path of an edge from the simulated board's pipe through the loop to a handler.
@Suite("Watched simulated lines", .timeLimit(.minutes(5)))
@PanelActor
struct WatchedBoardTests {
    private final class Log {
        var events: [InputWatcher.Event] = []

        /// Events as text: `+` and `-` are edges, `=1` and `=0` resynchronizations, `!` the end; with a line's name
        /// unless it is the first.
        var text: String {
            events.map { event in
                switch event {
                case .edge(let edge): (edge.isActive ? "+" : "-") + (edge.line == 0 ? "" : "\(edge.line)")
                case .resynchronised(let line, let isActive, _): "=\(isActive ? 1 : 0)" + (line == 0 ? "" : "@\(line)")
                case .lost: "!"
                }
            }.joined()
        }
    }

    private func watch(_ world: SimulatedWorld, _ lines: [String] = ["GPIO3"]) throws -> (InputWatcher, Log) {
        let log = Log()
        let request = try world.board.requestInputs(lines.map { .init(line: $0, bias: .down) }, consumer: "test")
        return (try InputWatcher(request, scheduler: world.clock) { log.events.append($0) }, log)
    }

    @Test("edges arrive in order, with their time stamps, in both ABIs", arguments: [false, true])
    func edges(hasSequenceNumbers: Bool) async throws {
        let world = SimulatedWorld(seed: 11, hasSequenceNumbers: hasSequenceNumbers)
        world.board.bounce = .typical
        let (watcher, log) = try watch(world)
        for _ in 0..<20 {
            try world.board.moveContact("GPIO3", isClosed: true)
            await world.run(for: .milliseconds(50))
            try world.board.moveContact("GPIO3", isClosed: false)
            await world.run(for: .milliseconds(50))
        }
        let times = log.events.compactMap { if case .edge(let edge) = $0 { edge.time } else { nil } }
        #expect(times.count == log.events.count && times.count > 40 && times == times.sorted())
        #expect(Array(log.text) == log.events.indices.map { $0.isMultiple(of: 2) ? "+" : "-" })
        watcher.cancel()
        #expect(world.board.heldRequests == 0)
    }

    @Test("after lost edges the actual level is reported", arguments: [false, true])
    func lostEdges(hasSequenceNumbers: Bool) async throws {
        let world = SimulatedWorld(hasSequenceNumbers: hasSequenceNumbers)
        let (watcher, log) = try watch(world)
        try world.flood("GPIO3", count: 1)
        await world.run(for: .milliseconds(5))
        // The release and the next press are lost; the second release reveals the loss.
        try world.board.dropEvents(2, on: "GPIO3")
        try world.flood("GPIO3", count: 2)
        await world.run(for: .milliseconds(5))
        #expect(log.text == "+")
        try world.flood("GPIO3", count: 1)
        await world.run(for: .milliseconds(5))
        // Without sequence numbers, press and release look like one long press, and no sign shows the loss.
        #expect(log.text == (hasSequenceNumbers ? "+=0" : "+-"))
        // A repeated edge reveals the loss in both ABIs.
        try world.board.dropEvents(1, on: "GPIO3")
        try world.flood("GPIO3", count: 2)
        await world.run(for: .milliseconds(5))
        #expect(log.text == (hasSequenceNumbers ? "+=0=0" : "+-=0"))
        #expect(watcher.levels == [false] && watcher.readLevel(0) == false)
        // A lost release gives no sign by itself: the recognizer reads the level before it decides.
        try world.flood("GPIO3", count: 1)
        await world.run(for: .milliseconds(5))
        try world.board.dropEvents(1, on: "GPIO3")
        try world.flood("GPIO3", count: 1)
        await world.run(for: .milliseconds(5))
        #expect(watcher.levels == [true] && watcher.readLevel(0) == false)
        watcher.cancel()
    }

    @Test("after a full queue the actual level is reported", arguments: [false, true], [16, 17, 40, 101])
    func fullQueue(hasSequenceNumbers: Bool, count: Int) async throws {
        let world = SimulatedWorld(hasSequenceNumbers: hasSequenceNumbers)
        let (watcher, log) = try watch(world)
        try world.flood("GPIO3", count: count)
        await world.run(for: .milliseconds(5))
        let isActive = !count.isMultiple(of: 2)
        #expect(watcher.levels == [isActive])
        #expect(log.events.last == .resynchronised(line: 0, isActive: isActive, time: .zero))
        #expect(log.events.count == 17)
        if hasSequenceNumbers && count > 16 { #expect(log.text.hasPrefix("=")) }
        // Later edges are reported as edges again.
        try world.flood("GPIO3", count: 1)
        await world.run(for: .milliseconds(5))
        #expect(log.text.last == (isActive ? "-" : "+"))
        watcher.cancel()
    }

    @Test("one line's flood does not lose another line's release", arguments: [false, true])
    func neighbour(hasSequenceNumbers: Bool) async throws {
        let world = SimulatedWorld(hasSequenceNumbers: hasSequenceNumbers)
        let (watcher, log) = try watch(world, ["GPIO3", "GPIO4"])
        try world.flood("GPIO4", count: 1)
        await world.run(for: .milliseconds(5))
        #expect(log.text == "+1")
        try world.flood("GPIO4", count: 1)
        try world.flood("GPIO3", count: 100)
        await world.run(for: .milliseconds(5))
        #expect(watcher.levels == [false, false])
        #expect(log.text.contains(hasSequenceNumbers ? "=0@1" : "-1"))
        watcher.cancel()
    }

    @Test("an unplugged chip ends the watch once and closes its descriptors")
    func unplugging() async throws {
        let world = SimulatedWorld()
        let (watcher, log) = try watch(world)
        let pipe = OpenFile.target(watcher.request.descriptor)
        world.board.chipsChanged = { watcher.checkPresence() }
        try world.flood("GPIO3", count: 1)
        await world.run(for: .milliseconds(5))
        try world.board.unplug()
        await world.run(for: .seconds(1))
        watcher.drain()
        watcher.cancel()
        #expect(log.text == "+!" && log.events.last == .lost(.chipGone("gpiochip0 [simulated]")))
        #expect(watcher.readLevel(0) == nil)
        #expect(try world.board.heldRequests == 0 && OpenFile.count(pipe) == 0)
        world.board.chipsChanged = nil
        // The chip is back, and a new watch works.
        try world.board.replug()
        let (second, secondLog) = try watch(world)
        try world.flood("GPIO3", count: 1)
        await world.run(for: .milliseconds(5))
        #expect(secondLog.text == "-" || secondLog.text == "+")
        second.cancel()
    }

    @Test("a muted line costs nothing, its chip's loss is noticed, and unmuted it reports the missed level")
    func muting() async throws {
        let world = SimulatedWorld()
        let (watcher, log) = try watch(world)
        watcher.setMuted(true)
        try world.flood("GPIO3", count: 1_001)
        await world.run(for: .seconds(1))
        #expect(log.events.isEmpty)
        #expect(watcher.readLevel(0) == true)
        watcher.setMuted(false)
        await world.run(for: .milliseconds(5))
        #expect(watcher.levels == [true] && log.text.hasSuffix("=1") && log.events.count == 17)
        watcher.setMuted(true)
        world.board.chipsChanged = { watcher.checkPresence() }
        try world.board.unplug()
        await world.run(for: .milliseconds(5))
        #expect(log.text.hasSuffix("=1!"))
        world.board.chipsChanged = nil
        #expect(world.board.heldRequests == 0)
    }

    @Test("a handler that ends its watch receives no further events")
    func cancelInHandler() async throws {
        let world = SimulatedWorld()
        let request = try world.input("GPIO3")
        var watcher: InputWatcher?
        var count = 0
        watcher = try InputWatcher(request, scheduler: world.clock) { _ in
            count += 1
            watcher?.cancel()
        }
        try world.flood("GPIO3", count: 40)
        await world.run(for: .milliseconds(5))
        #expect(count == 1 && world.board.heldRequests == 0)
        watcher = nil
    }
}
