import EventLoop
import Glibc

/// The reading end of one of a command's outputs. It reads all bytes, and keeps a bounded number of them.
@PanelActor
final class OutputPipe {
    /// The most bytes that are read in one turn, so that a flood of output does not delay other work of the loop.
    private static let chunk = 65_536
    /// One buffer for all pipes, since its content is not needed after a turn.
    private static let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    /// The bytes that are kept of each end of an output, unless the caller wants more of its beginning.
    static let kept = 4_096

    private let head: BoundedBytes
    private let tail = BoundedBytes(capacity: OutputPipe.kept)
    private var descriptor: OwnedDescriptor?
    private var watch: DescriptorWatch?
    private var log: OutputLog?
    private let ended: @PanelActor () -> Void

    /// - Parameters:
    ///   - kept: The number of bytes to keep of the output's beginning.
    ///   - ended: Called once no process has the other end open.
    init(
        descriptor: OwnedDescriptor, log: OutputLog?, keeping kept: Int = OutputPipe.kept,
        ended: @escaping @PanelActor () -> Void
    ) throws(EventLoopError) {
        head = BoundedBytes(capacity: kept)
        self.descriptor = descriptor
        self.log = log
        self.ended = ended
        watch = try EventLoop.panel.watch(descriptor.number) { [weak self] _ in self?.read() }
    }

    /// The kept bytes of the output's beginning.
    var bytes: [UInt8] { head.bytes }

    /// The first line of the output; `nil` where there is none.
    var firstLine: String? { PlainLine.first(of: head.bytes) }

    /// The last line of the output; `nil` where there is none.
    var lastLine: String? { PlainLine.last(of: tail.bytes) }

    /// Whether more output may come.
    var isOpen: Bool { watch != nil }

    /// Reads the bytes that are available now, then closes the pipe.
    func close() {
        guard watch != nil else { return }
        _ = take()
        end()
    }

    private func read() {
        if !take() {
            end()
            ended()
        }
    }

    /// - Returns: Whether more output may come.
    private func take() -> Bool {
        let count = Glibc.read(descriptor?.number ?? -1, Self.buffer.baseAddress, Self.buffer.count)
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
        guard count > 0 else { return false }
        let bytes = UnsafeRawBufferPointer(rebasing: Self.buffer[..<count])
        log?.add(bytes)
        head.fill(bytes)
        tail.push(bytes)
        return true
    }

    private func end() {
        watch?.cancel()
        watch = nil
        log?.finish()
        descriptor = nil
    }
}

/// Writes a command's lines to the journal, up to `limit` bytes, and then a note with the number of further bytes.
struct OutputLog {
    /// The bytes of one command that are written to the journal.
    static let limit = 16_384
    /// The longest line, in bytes; a longer one is split.
    private static let longest = 1_024

    private let name: String
    private let write: @Sendable (String) -> Void
    private var line: [UInt8] = []
    private var rest = OutputLog.limit
    private var dropped = 0

    init(name: String, write: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.write = write
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let taken = bytes.prefix(rest)
        rest -= taken.count
        dropped += bytes.count - taken.count
        for byte in taken {
            if byte == UInt8(ascii: "\n") { flush() } else { line.append(byte) }
            if line.count == Self.longest { flush() }
        }
    }

    mutating func finish() {
        flush()
        if dropped > 0 { write("\(name): \(dropped) further bytes of output are left out") }
        dropped = 0
    }

    private mutating func flush() {
        if let text = PlainLine.text(line) { write("\(name): \(text)") }
        line.removeAll(keepingCapacity: true)
    }
}

/// The first or the last bytes of a stream, up to a fixed capacity.
///
/// The type copies memory directly, since a command can write faster than a general collection copies.
final class BoundedBytes {
    private let storage: UnsafeMutableRawBufferPointer
    private var count = 0

    init(capacity: Int) {
        storage = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit {
        storage.deallocate()
    }

    var bytes: [UInt8] { Array(storage[..<count]) }

    /// Appends as many bytes as there is room for.
    func fill(_ bytes: UnsafeRawBufferPointer) {
        let taken = min(bytes.count, storage.count - count)
        guard taken > 0 else { return }
        copy(UnsafeRawBufferPointer(rebasing: bytes.prefix(taken)), to: count)
        count += taken
    }

    /// Appends the bytes, and drops the oldest ones.
    func push(_ bytes: UnsafeRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.suffix(storage.count))
        let kept = min(count, storage.count - bytes.count)
        copy(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[(count - kept)..<count]), to: 0)
        count = kept
        fill(bytes)
    }

    /// The two regions may overlap within the storage.
    private func copy(_ bytes: UnsafeRawBufferPointer, to index: Int) {
        UnsafeMutableRawBufferPointer(rebasing: storage[index...]).copyMemory(from: bytes)
    }
}
