import EventLoop
import GPIO
import Glibc
import MonotonicTime

/// Passes simulated edges to the loop through a real pipe. Like a line's descriptor, the pipe wakes `epoll_wait(2)`,
/// and like the kernel's queues it is bounded.
@PanelActor
final class EventPipe {
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
        // An edge has no references, and both ends of the pipe are in this process.
        let written = withUnsafeBytes(of: event) { write(writer.number, $0.baseAddress, $0.count) }
        if written == MemoryLayout<EdgeEvent>.size { queued[event.line] += 1 }
    }

    /// Takes the oldest queued edge; `nil` where there is none.
    func receive() -> EdgeEvent? {
        var event = EdgeEvent(line: 0, isActive: false, time: .zero, sequence: nil)
        let count = withUnsafeMutableBytes(of: &event) { read(reader, $0.baseAddress, $0.count) }
        guard count == MemoryLayout<EdgeEvent>.size else { return nil }
        queued[event.line] -= 1
        return event
    }

    /// Ends the stream, as the removal of a chip does: the reader is then readable for ever.
    ///
    /// A child process between fork and exec keeps a copy of the writing end, and the reader would notice the end only
    /// later. So one byte, which is no edge, makes the reader readable at once.
    func hangUp() {
        if let writer { _ = write(writer.number, [0], 1) }
        writer = nil
    }

    func close() {
        (readingEnd, writer) = (nil, nil)
    }
}
