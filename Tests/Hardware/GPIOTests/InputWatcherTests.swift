import EventLoop
import Foundation
import GPIO
import MonotonicTime
import Testing

@Suite("Input watcher")
@PanelActor
struct InputWatcherTests {
    /// A request with a queue and levels that the test writes. Its descriptor is never readable; the test drains the
    /// queue.
    private final class Inputs: InputRequest {
        let addresses: [LineAddress]
        let descriptor: Int32
        var queue: [EdgeEvent] = []
        var present: [Bool]
        var error: GPIOError?
        private(set) var isReleased = false
        private let pipe = Pipe()

        init(levels: [Bool]) {
            present = levels
            addresses = levels.indices.map { LineAddress(chip: "chip", chipLabel: "chip", offset: $0, name: nil) }
            descriptor = pipe.fileHandleForReading.fileDescriptor
        }

        func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool {
            events += queue
            queue = []
            if let error { throw error }
            return false
        }

        func levels() throws(GPIOError) -> [Bool] {
            if let error { throw error }
            return present
        }

        func release() { isReleased = true }

        func edge(_ isActive: Bool, line: Int = 0, at time: Int64, _ sequence: UInt32? = nil) {
            queue.append(
                EdgeEvent(
                    line: line, isActive: isActive, time: MonotonicInstant(nanoseconds: time), sequence: sequence))
        }
    }

    private final class Log {
        var events: [InputWatcher.Event] = []
    }

    private func watch(_ inputs: Inputs) throws -> (InputWatcher, Log) {
        let log = Log()
        let clock = VirtualScheduler()
        clock.move(to: MonotonicInstant(nanoseconds: 1_000))
        return (try InputWatcher(inputs, scheduler: clock) { log.events.append($0) }, log)
    }

    private func resynchronised(_ line: Int, _ isActive: Bool, at time: Int64) -> InputWatcher.Event {
        .resynchronised(line: line, isActive: isActive, time: MonotonicInstant(nanoseconds: time))
    }

    @Test("a gap in the sequence and a repeated edge become resynchronizations at the time of the edge")
    func gapAndRepeat() throws {
        let inputs = Inputs(levels: [false])
        let (watcher, log) = try watch(inputs)
        inputs.edge(true, at: 1, 1)
        inputs.edge(false, at: 2, 4)
        inputs.edge(false, at: 3, 5)
        inputs.edge(true, at: 4, 6)
        inputs.present = [true]
        let edges = inputs.queue
        watcher.drain()
        #expect(
            log.events == [
                .edge(edges[0]), resynchronised(0, false, at: 2), resynchronised(0, false, at: 3), .edge(edges[3]),
            ])
        watcher.cancel()
    }

    @Test("in the second ABI a line whose edges another line's pushed out of the queue is compared with its level")
    func sharedQueue() throws {
        let inputs = Inputs(levels: [false, true])
        let (watcher, log) = try watch(inputs)
        for index in 0..<32 { inputs.edge(index.isMultiple(of: 2), at: Int64(index), UInt32(index + 1)) }
        inputs.present = [false, false]
        watcher.drain()
        #expect(log.events.suffix(2) == [resynchronised(0, false, at: 1_000), resynchronised(1, false, at: 1_000)])
        watcher.cancel()
    }

    @Test("in the first ABI only a line whose own queue was full is compared with its level")
    func ownQueue() throws {
        let inputs = Inputs(levels: [false, true])
        let (watcher, log) = try watch(inputs)
        for index in 0..<16 { inputs.edge(index.isMultiple(of: 2), at: Int64(index)) }
        inputs.present = [true, true]
        watcher.drain()
        #expect(log.events.count == 17)
        #expect(log.events.last == resynchronised(0, true, at: 1_000))
        watcher.cancel()
    }

    @Test("fewer edges than the queue's size are delivered without a comparison")
    func notFull() throws {
        for sequenced in [false, true] {
            let inputs = Inputs(levels: [false, false])
            let (watcher, log) = try watch(inputs)
            for index in 0..<15 {
                inputs.edge(index.isMultiple(of: 2), at: Int64(index), sequenced ? UInt32(index + 1) : nil)
            }
            let edges = inputs.queue
            watcher.drain()
            #expect(log.events == edges.map { .edge($0) })
            watcher.cancel()
        }
    }

    @Test("edges read before the chip vanished are delivered, and then its loss, once")
    func lossOnce() throws {
        let inputs = Inputs(levels: [false])
        let (watcher, log) = try watch(inputs)
        // The repeated edge makes the watcher read the level, which fails too.
        inputs.edge(false, at: 1)
        inputs.error = .chipGone("chip")
        watcher.drain()
        #expect(log.events == [resynchronised(0, false, at: 1), .lost(.chipGone("chip"))])
        watcher.checkPresence()
        watcher.drain()
        #expect(log.events.count == 2)
        #expect(inputs.isReleased)
    }

    @Test("a handler that drains the queue receives edges in their order")
    func drainInHandler() throws {
        let inputs = Inputs(levels: [false])
        var watcher: InputWatcher?
        var times: [Int64] = []
        watcher = try InputWatcher(inputs, scheduler: VirtualScheduler()) { event in
            guard case .edge(let edge) = event else { return }
            times.append(edge.time.nanoseconds)
            if times.count == 1 { inputs.edge(true, at: 3) }
            watcher?.drain()
        }
        inputs.edge(true, at: 1)
        inputs.edge(false, at: 2)
        watcher?.drain()
        watcher?.drain()
        #expect(times == [1, 2, 3])
        watcher?.cancel()
        watcher = nil
    }
}
