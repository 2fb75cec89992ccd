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
