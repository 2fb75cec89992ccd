import EventLoop
import Foundation
import GPIO
import MonotonicTime
import SimulatedGPIO

/// A simulated board in virtual time, and helpers for tests.
@PanelActor
final class SimulatedWorld {
    let clock = VirtualScheduler()
    let board: SimulatedBoard

    init(chips: [SimulatedChip] = [.header], seed: UInt64 = 1, hasSequenceNumbers: Bool = true) {
        board = SimulatedBoard(chips: chips, scheduler: clock, seed: seed, hasSequenceNumbers: hasSequenceNumbers)
        board.bounce = .none
    }

    /// Advances the time timer by timer, with the effects of each on the loop.
    func run(for duration: Duration) async { await clock.advance(by: duration) }

    /// Advances the time without a turn of the loop.
    func runAtOnce(for duration: Duration) { clock.advanceAtOnce(to: clock.now.advanced(by: duration)) }

    func input(_ line: String, isActiveLow: Bool = false, bias: Bias = .none) throws -> any InputRequest {
        try board.requestInputs([.init(line: line, isActiveLow: isActiveLow, bias: bias)], consumer: "test")
    }

    func output(_ line: String, isActiveLow: Bool = false, isActive: Bool = false) throws -> any OutputRequest {
        try board.requestOutputs(
            [.init(line: line, isActiveLow: isActiveLow, isActive: isActive)], consumer: "test")
    }

    /// Makes `count` edges on the line, at once.
    func flood(_ line: String, count: Int) throws {
        for _ in 0..<count { try board.connect(line, toHigh: !board.isHigh(line)) }
    }

    func info(_ line: String) throws -> LineInfo? {
        let address = try board.address(of: line)
        return try board.lines().first { $0.address == address }
    }
}

extension InputRequest {
    /// All queued events.
    func events() throws -> [EdgeEvent] {
        var events: [EdgeEvent] = []
        while try readEvents(into: &events) {}
        return events
    }
}

/// The error that `action` throws.
@PanelActor
func thrownError(_ action: () throws -> Void) -> GPIOError? {
    do {
        try action()
        return nil
    } catch {
        return error as? GPIOError
    }
}

/// The target of a descriptor (`pipe:[4711]`), and the number of other descriptors with that target.
enum OpenFile {
    static func target(_ descriptor: Int32) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
    }

    static func count(_ target: String?) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            target != nil
                && (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == target
        }
    }
}
