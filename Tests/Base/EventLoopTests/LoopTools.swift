import EventLoop
import Foundation
import Glibc
import MonotonicTime

/// A pipe that a test makes ready or not.
@PanelActor
final class TestPipe {
    let reader: Int32
    let writer: Int32
    private var isWriterOpen = true
    private var isReaderOpen = true

    init() throws {
        (reader, writer) = try SystemCall.makePipe()
    }

    func write(_ count: Int = 1) {
        let bytes = [UInt8](repeating: 1, count: count)
        _ = Glibc.write(writer, bytes, bytes.count)
    }

    /// Writes until the pipe is full.
    func fill() {
        let bytes = [UInt8](repeating: 1, count: 4_096)
        while Glibc.write(writer, bytes, bytes.count) > 0 {}
    }

    /// Reads all available bytes.
    @discardableResult
    func drain() -> Int {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var total = 0
        while true {
            let count = read(reader, &bytes, bytes.count)
            guard count > 0 else { return total }
            total += count
        }
    }

    func hangUp() {
        if isWriterOpen { Glibc.close(writer) }
        isWriterOpen = false
    }

    func close() {
        hangUp()
        if isReaderOpen { Glibc.close(reader) }
        isReaderOpen = false
    }

    /// Whether an epoll instance of this process watches the reader, by the kernel's list (`man 5 proc`: `tfd`).
    var isWatched: Bool {
        get throws {
            var status = stat()
            fstat(reader, &status)
            let inode = "ino:\(String(status.st_ino, radix: 16)) "
            return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").contains { number in
                // Other tests' descriptors open and close at the same time.
                let text = (try? String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)) ?? ""
                return text.split(separator: "\n").contains { $0.hasPrefix("tfd:") && "\($0) ".contains(inode) }
            }
        }
    }
}

/// Returns once the handlers of all ready descriptors have been called and the due timers have fired.
///
/// A turn of the loop handles a part of the ready descriptors, in the order in which they became ready. Therefore the
/// function uses a pipe that becomes ready last.
@PanelActor
func nextTurn() async throws {
    let pipe = try TestPipe()
    var watch: DescriptorWatch?
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        do {
            watch = try EventLoop.panel.watch(pipe.reader) { _ in
                watch?.cancel()
                EventLoop.panel.makeTimer { continuation.resume() }.arm(at: .zero)
            }
            pipe.write()
        } catch {
            continuation.resume(throwing: error)
        }
    }
    pipe.close()
}

/// Returns after `duration`.
@PanelActor
func wait(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
        let timer = EventLoop.panel.makeTimer { continuation.resume() }
        timer.arm(at: EventLoop.panel.now.advanced(by: duration))
    }
}
