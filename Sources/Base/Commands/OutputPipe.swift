import EventLoop
import Glibc

/// The reading end of one of a command's outputs. What is kept of it is bounded, what comes is not.
@PanelActor
final class OutputPipe {
    /// As much as is read in one turn: a command that floods keeps nobody else waiting.
    private static let chunk = 65_536
    /// One for all: nothing of it is needed beyond a turn.
    private static let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    /// The bytes that are kept of each end of an output, unless more are wanted of its beginning.
    static let kept = 4_096

    private let head: BoundedBytes
    private let tail = BoundedBytes(capacity: OutputPipe.kept)
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var log: OutputLog?
    private let ended: @PanelActor () -> Void

    /// - Parameters:
    ///   - kept: The bytes that are kept of its beginning.
    ///   - ended: Is called once nobody holds the other end any more.
    init(
        descriptor: Int32, log: OutputLog?, keeping kept: Int = OutputPipe.kept,
        ended: @escaping @PanelActor () -> Void
    ) throws(EventLoopError) {
        head = BoundedBytes(capacity: kept)
        self.descriptor = descriptor
        self.log = log
        self.ended = ended
        watch = try EventLoop.panel.watch(descriptor) { [weak self] _ in self?.read() }
    }

    /// What is kept of its beginning.
    var bytes: [UInt8] { head.bytes }

    /// The first line that it has.
    var firstLine: String? { PlainLine.first(of: head.bytes) }

    /// The last line that it has.
    var lastLine: String? { PlainLine.last(of: tail.bytes) }

    /// Whether it may still come to something.
    var isOpen: Bool { watch != nil }

    /// Takes what is there now, and no more, then lets go.
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

    /// - Returns: Whether more may come.
    private func take() -> Bool {
        let count = Glibc.read(descriptor, Self.buffer.baseAddress, Self.buffer.count)
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
        Glibc.close(descriptor)
    }
}

/// The lines that a command writes, on their way to the journal: so many bytes, and then a note of how many more came.
struct OutputLog {
    /// The bytes of one command that are passed on.
    static let limit = 16_384
    /// The longest line, in bytes; a longer one is passed on in parts.
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

/// So many bytes of a stream, at one end of it.
///
/// A command can write faster than a general collection copies; what is here is a copy of memory.
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

    /// Takes of the bytes what there is room for.
    func fill(_ bytes: UnsafeRawBufferPointer) {
        let taken = min(bytes.count, storage.count - count)
        guard taken > 0 else { return }
        copy(UnsafeRawBufferPointer(rebasing: bytes.prefix(taken)), to: count)
        count += taken
    }

    /// Takes the bytes in place of the oldest.
    func push(_ bytes: UnsafeRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.suffix(storage.count))
        let kept = min(count, storage.count - bytes.count)
        copy(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[(count - kept)..<count]), to: 0)
        count = kept
        fill(bytes)
    }

    /// Copies within the storage too.
    private func copy(_ bytes: UnsafeRawBufferPointer, to index: Int) {
        UnsafeMutableRawBufferPointer(rebasing: storage[index...]).copyMemory(from: bytes)
    }
}
