import EventLoop
import GPIO
import Glibc
import MonotonicTime

/// Passes simulated edges to the loop through a real pipe. Like a line's descriptor, the pipe wakes `epoll_wait(2)`,
/// and like the kernel's queues it is bounded.
@PanelActor
final class EventPipe {
    private struct Record {
        var time: Int64
        var line: Int32
        /// 0 on a board without sequence numbers.
        var sequence: UInt32
        var isActive: Bool
    }

    private static let queueLength = 16

    private var readingEnd: OwnedDescriptor?
    private var writer: OwnedDescriptor?
    /// The number of queued edges of each line.
    private var queued: [Int]
    private let hasSequenceNumbers: Bool

    init(lines: Int, hasSequenceNumbers: Bool) throws(GPIOError) {
        do {
            let ends = try SystemCall.makePipe()
            (readingEnd, writer) = (OwnedDescriptor(ends.reader), OwnedDescriptor(ends.writer))
        } catch {
            throw .failed(call: error.call, object: "simulated board", code: error.code)
        }
        queued = Array(repeating: 0, count: lines)
        self.hasSequenceNumbers = hasSequenceNumbers
    }

    /// The descriptor that the loop watches; -1 once it is closed.
    var reader: Int32 { readingEnd?.number ?? -1 }

    /// Queues an edge. Like the kernel, the pipe keeps 16 edges for each line (`drivers/gpio/gpiolib-cdev.c`). The
    /// first ABI has a queue for each line, and drops the newest edge. The second has one queue for all lines, and
    /// drops the oldest.
    func send(_ event: EdgeEvent) {
        guard let writer else { return }
        if hasSequenceNumbers {
            if queued.reduce(0, +) >= Self.queueLength * queued.count { _ = receive() }
        } else if queued[event.line] >= Self.queueLength {
            return
        }
        let record = Record(
            time: event.time.nanoseconds, line: Int32(event.line), sequence: event.sequence ?? 0,
            isActive: event.isActive)
        let written = withUnsafeBytes(of: record) { write(writer.number, $0.baseAddress, $0.count) }
        if written == MemoryLayout<Record>.size { queued[event.line] += 1 }
    }

    /// Takes the oldest queued edge; `nil` where there is none.
    func receive() -> EdgeEvent? {
        var record = Record(time: 0, line: 0, sequence: 0, isActive: false)
        let count = withUnsafeMutableBytes(of: &record) { read(reader, $0.baseAddress, $0.count) }
        guard count == MemoryLayout<Record>.size else { return nil }
        queued[Int(record.line)] -= 1
        return EdgeEvent(
            line: Int(record.line), isActive: record.isActive, time: MonotonicInstant(nanoseconds: record.time),
            sequence: record.sequence == 0 ? nil : record.sequence)
    }

    /// Ends the stream, as the removal of a chip does: the reader is then readable for ever.
    func hangUp() {
        writer = nil
    }

    func close() {
        (readingEnd, writer) = (nil, nil)
    }
}
