import EventLoop
import GPIO
import MonotonicTime
import SimulatedGPIO
import Testing

@Suite("Simulated chips that are unplugged and plugged in")
@PanelActor
struct UnpluggingTests {
    private static let expander = SimulatedChip(path: "gpiochip7", label: "expander", lineNames: ["EXTRA", "MORE"])

    private func world() -> SimulatedWorld { SimulatedWorld(chips: [.header, Self.expander]) }

    @Test("the lines of an unplugged chip fail for their holders and cannot be found, and other lines work")
    func going() throws {
        let world = world()
        let board = world.board
        let input = try world.input("EXTRA", bias: .up)
        let output = try world.output("MORE", isActive: true)
        let other = try world.input("GPIO1")
        try world.board.connect("EXTRA", toHigh: false)
        try board.unplug("expander")
        let uses: [() throws -> Void] = [
            { _ = try input.levels() }, { _ = try input.events() }, { _ = try output.levels() },
            { try output.set(0, isActive: false) },
        ]
        for use in uses { #expect(thrownError(use) == .chipGone("gpiochip7 [expander]")) }
        #expect(
            thrownError { _ = try board.address(of: "EXTRA") } == .noSuchLine("EXTRA", chips: ["gpiochip0 [simulated]"])
        )
        guard case .noSuchChip("expander", _, isBoard: _) = thrownError({ _ = try world.input("expander:0") }) else {
            Issue.record("a chip that is gone can be requested")
            return
        }
        #expect(try board.lines().allSatisfy { $0.address.chip == "gpiochip0" })
        try world.flood("GPIO1", count: 1)
        #expect(try other.events().count == 1)
        for request in [input, other] as [any InputRequest] { request.release() }
        output.release()
        #expect(board.heldRequests == 0)
    }

    @Test("a chip returns with unpowered outputs and free lines, for new requests only")
    func returning() throws {
        let world = world()
        let board = world.board
        let input = try world.input("EXTRA")
        let output = try world.output("MORE", isActive: true)
        try board.occupy("GPIO1", consumer: "watchman")
        let pipe = OpenFile.target(input.descriptor)
        try board.unplug()
        #expect(thrownError { _ = try board.lines() } == .noChips)
        #expect(thrownError { _ = try board.address(of: "GPIO1") } == .noChips)
        try board.replug("expander")
        #expect(try board.lines().map(\.address.name) == ["EXTRA", "MORE"])
        try board.replug()
        #expect(try !board.isHigh("MORE") && world.info("MORE")?.isOutput == false)
        #expect(try board.lines().allSatisfy { $0.consumer == nil })
        #expect(thrownError { try output.set(0, isActive: true) } == .chipGone("gpiochip7 [expander]"))
        #expect(try !board.isHigh("MORE"))
        // The old request, released late, does not affect the new one.
        let second = try world.input("EXTRA")
        let third = try world.output("MORE")
        input.release()
        output.release()
        #expect(try world.info("EXTRA")?.consumer == "test" && world.info("MORE")?.consumer == "test")
        try world.flood("EXTRA", count: 1)
        #expect(try second.events().map(\.sequence) == [1])
        #expect(board.heldRequests == 2)
        second.release()
        third.release()
        #expect(try board.heldRequests == 0 && OpenFile.count(pipe) == 0)
    }

    @Test("changes of chips are reported through the loop, never inside the call, and once for simultaneous ones")
    func news() async throws {
        let world = world()
        var changes = 0
        world.board.chipsChanged = { changes += 1 }
        try world.board.unplug("expander")
        try world.board.replug("expander")
        #expect(changes == 0)
        await world.run(for: .zero)
        #expect(changes == 1 && world.board.firings == 1)
        world.clock.move(to: .zero.advanced(by: .seconds(1)))
        try world.board.unplug("gpiochip0")
        await world.run(for: .zero)
        #expect(changes == 2)
        #expect(thrownError { try world.board.unplug("nowhere") }?.isNoSuchChip == true)
        #expect(thrownError { try world.board.replug("nowhere") }?.isNoSuchChip == true)
        await world.run(for: .seconds(1))
        #expect(changes == 2)
    }

    @Test("the ends of a chip's lines are reported in the order in which they were requested")
    func order() async throws {
        let world = SimulatedWorld()
        let requests = try (0..<20).map { try world.input("GPIO\(53 - $0)") }
        var ended: [Int] = []
        let watchers = try requests.enumerated().map { number, request in
            try InputWatcher(request, scheduler: world.clock) { _ in ended.append(number) }
        }
        try world.board.unplug()
        await EventLoop.panel.settle()
        #expect(ended == Array(requests.indices))
        for watcher in watchers { watcher.cancel() }
        #expect(world.board.heldRequests == 0)
    }

    @Test("a descriptor of an unplugged chip is readable, so that the loop notices")
    func hangUp() async throws {
        let world = world()
        let request = try world.input("EXTRA")
        var wakeups = 0
        var watch: DescriptorWatch?
        watch = try EventLoop.panel.watch(request.descriptor) { _ in
            wakeups += 1
            watch?.cancel()
        }
        try world.board.unplug("expander")
        await EventLoop.panel.settle()
        #expect(wakeups == 1)
        watch?.cancel()
        request.release()
    }
}

extension GPIOError {
    fileprivate var isNoSuchChip: Bool { if case .noSuchChip = self { true } else { false } }
}
