import EventLoop
import GPIO
import Glibc
import MonotonicTime
import Testing

@testable import SimulatedGPIO

@Suite("Queues of simulated edges")
@PanelActor
struct QueueTests {
    @Test("in the second ABI a full queue loses its oldest edges and shows a gap")
    func secondABI() throws {
        let world = SimulatedWorld()
        let request = try world.input("GPIO3")
        try world.flood("GPIO3", count: 100)
        let events = try request.events()
        #expect(events.map(\.sequence) == (85...100).map { UInt32($0) })
        #expect(events.last?.isActive == false)
        try world.flood("GPIO3", count: 1)
        #expect(try request.events().map(\.sequence) == [101])
        request.release()
    }

    @Test("in the first ABI a full queue loses the newest edges, without sequence numbers")
    func firstABI() throws {
        let world = SimulatedWorld(hasSequenceNumbers: false)
        let request = try world.input("GPIO3")
        try world.flood("GPIO3", count: 101)
        let events = try request.events()
        #expect(events.count == 16 && events.allSatisfy { $0.sequence == nil })
        #expect(events.map(\.isActive) == (0..<16).map { $0.isMultiple(of: 2) })
        #expect(try request.levels() == [true])
        try world.flood("GPIO3", count: 1)
        #expect(try request.events().map(\.isActive) == [false])
        request.release()
    }

    @Test("in the second ABI all lines of a request share a queue, and in the first each line has its own")
    func sharing() throws {
        let lines = ["GPIO3", "GPIO4", "GPIO5"]
        for hasSequenceNumbers in [false, true] {
            let world = SimulatedWorld(hasSequenceNumbers: hasSequenceNumbers)
            let request = try world.board.requestInputs(lines.map { .init(line: $0) }, consumer: "test")
            try world.flood("GPIO4", count: 2)
            try world.flood("GPIO3", count: 60)
            try world.flood("GPIO5", count: 1)
            let events = try request.events()
            let counts = lines.indices.map { line in events.count { $0.line == line } }
            #expect(counts == (hasSequenceNumbers ? [47, 0, 1] : [16, 2, 1]))
            #expect(events.last?.line == 2)
            request.release()
        }
    }

    @Test("edges that the kernel is told to lose leave a gap, and the level still changes")
    func dropping() throws {
        for hasSequenceNumbers in [false, true] {
            let world = SimulatedWorld(hasSequenceNumbers: hasSequenceNumbers)
            let request = try world.input("GPIO3")
            try world.flood("GPIO3", count: 1)
            try world.board.dropEvents(2, on: "GPIO3")
            // A change that is no edge does not count as lost.
            try world.board.connect("GPIO3", toHigh: true)
            try world.flood("GPIO3", count: 2)
            #expect(try request.levels() == [true])
            try world.flood("GPIO3", count: 1)
            let events = try request.events()
            #expect(events.map(\.isActive) == [true, false])
            #expect(events.map(\.sequence) == (hasSequenceNumbers ? [1, 4] : [nil, nil]))
            request.release()
        }
    }

    @Test("the descriptor wakes the loop while edges are queued")
    func descriptor() async throws {
        let world = SimulatedWorld()
        let request = try world.input("GPIO3")
        var batches: [Int] = []
        let watch = try EventLoop.panel.watch(request.descriptor) { readiness in
            #expect(readiness.isReadable && !readiness.isFailed)
            batches.append((try? request.events().count) ?? -1)
        }
        await EventLoop.panel.settle()
        try world.flood("GPIO3", count: 3)
        #expect(batches.isEmpty)
        await EventLoop.panel.settle()
        #expect(batches == [3])
        watch.cancel()
        request.release()
    }

    @Test("the reader notices the end of the stream at once, although another process has a copy of the writing end")
    func copiedEnd() throws {
        let pipe = try EventPipe(lines: 1, hasSequenceNumbers: true)
        // A child that another test starts has such a copy between fork and exec.
        let copies = Self.descriptors(of: pipe.reader).map { dup($0) }
        #expect(copies.count == 1)
        pipe.hangUp()
        var reader = pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0)
        #expect(poll(&reader, 1, 0) == 1)
        #expect(pipe.receive() == nil)
        for copy in copies { close(copy) }
        pipe.close()
    }

    /// The other descriptors of the pipe that `reader` belongs to.
    private static func descriptors(of reader: Int32) -> [Int32] {
        func target(_ descriptor: Int32) -> String? {
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
            return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
        }
        return (0..<Int32(4_096)).filter { $0 != reader && target($0) == target(reader) }
    }
}
