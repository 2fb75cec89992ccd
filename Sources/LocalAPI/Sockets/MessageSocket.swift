import CEventLoop
import EventLoop
import Glibc

/// A connected socket that carries messages, each ended by a NUL byte. It never blocks.
///
/// The owner takes one message at a time. Until the owner asks for the next one, the socket reads at most one more
/// message, and the other side has to wait. The socket keeps output that it cannot write yet.
@PanelActor
final class MessageSocket {
    /// The callbacks of the socket's owner.
    @PanelActor
    protocol Owner: AnyObject {
        /// A message arrived, without its NUL. No other arrives before `awaitMessage` is called.
        func received(_ message: [UInt8])
        /// The other side has taken some of the waiting output.
        func wrote()
        /// All output has been written.
        func drained()
        /// The other side has gone and reads no more output. Messages that it sent before still arrive.
        func peerGone()
        /// No more messages will arrive.
        func ended(_ end: End)
    }

    /// The reason why no more messages arrive.
    enum End: Sendable, Hashable {
        /// The other side sends no more.
        case finished
        /// A message exceeds the limit.
        case tooLong
    }

    /// The most bytes that one event reads, so that other descriptors get their turn.
    private static let portion = 16_384

    /// Retained until the socket is closed. The loop retains the socket.
    var owner: (any Owner)?
    private let limit: Int
    /// Admits each message; `nil` if messages are read at once.
    private let ticket: MessageTicket?
    private var descriptor: Int32
    private var watch: DescriptorWatch?
    private var turn: PanelTimer?

    private var input: [UInt8] = []
    /// The number of input bytes that have been searched for a NUL.
    private var searched = 0
    private var isAwaited = true
    /// Whether messages stay in the kernel's buffer, where they do not wake the loop. The end of the connection waits,
    /// too.
    var isPaused = false {
        didSet {
            guard !isClosed, isPaused != oldValue else { return }
            if isPaused { watch?.wantsReading = false } else { turn?.arm(at: EventLoop.panel.now) }
        }
    }
    private var isInputOver = false
    /// Whether the other side has gone, so that it reads no more output.
    private(set) var isPeerGone = false
    private var isPeerGoneTold = false

    private var output: [UInt8] = []
    private var written = 0
    private var isWaitingForRoom = false

    /// The number of bytes that wait to be written.
    var pending: Int { output.count - written }

    /// Whether the owner waits for a message, and no complete one has arrived.
    var isAwaitingMessage: Bool { isAwaited && endOfMessage() == nil }

    /// Whether the kernel holds bytes from the other side that have not been read yet.
    var hasUnreadBytes: Bool {
        var byte: UInt8 = 0
        return !isClosed && recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Whether the socket has been closed.
    var isClosed: Bool { descriptor < 0 }

    /// Takes over `descriptor`, a connected socket that does not block. A message may have at most `limit` bytes.
    ///
    /// - Throws: `EventLoopError`. The descriptor is then closed.
    init(descriptor: Int32, limit: Int, ticket: MessageTicket? = nil) throws(EventLoopError) {
        self.descriptor = descriptor
        self.limit = limit
        self.ticket = ticket
        do throws(EventLoopError) {
            watch = try EventLoop.panel.watch(descriptor) { [self] in handle($0) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        turn = EventLoop.panel.makeTimer { [self] in takeTurn() }
        ticket?.go = { [self] in read() }
    }

    /// Closes the socket without calling the owner. Waiting output is lost.
    func close() {
        guard !isClosed else { return }
        turn?.cancel()
        turn = nil
        ticket?.close()
        watch?.cancel()
        watch = nil
        owner = nil
        // A child that has not executed its program yet has a copy of the descriptor, which keeps the connection open.
        shutdown(descriptor, Int32(SHUT_RDWR))
        Glibc.close(descriptor)
        descriptor = -1
        input = []
        output = []
        written = 0
    }

    /// Asks for the next message, which arrives in a later turn of the loop.
    func awaitMessage() {
        guard !isClosed, !isAwaited else { return }
        isAwaited = true
        guard !isPaused else { return }
        if isPeerGone || isInputOver || endOfMessage() != nil {
            turn?.arm(at: EventLoop.panel.now)
        } else if ticket?.isWaiting != true {
            watch?.wantsReading = true
        }
    }

    /// Writes a message and its NUL, or keeps them until the socket has room.
    func send(_ message: [UInt8]) {
        guard !isClosed, !isPeerGone else { return }
        output.append(contentsOf: message)
        output.append(0)
        if !isWaitingForRoom { flush() }
    }

    // MARK: Events

    private func handle(_ readiness: DescriptorWatch.Readiness) {
        if readiness.isFailed { return peerHasGone() }
        if readiness.isWritable { flush() }
        if readiness.isReadable && !isClosed { readIfAdmitted() }
    }

    private func takeTurn() {
        if isPeerGone && !isPeerGoneTold {
            isPeerGoneTold = true
            owner?.peerGone()
        }
        if isAwaited && !isClosed && !isPaused { readIfAdmitted() }
    }

    private func readIfAdmitted() {
        // Until the ticket calls, incoming data waits in the kernel's socket buffer.
        if ticket?.admits() ?? true { read() } else { watch?.wantsReading = false }
    }

    /// Reads a portion unless a complete message waits, and delivers the message.
    private func read() {
        if wantsInput { fill() }
        // A message that is delivered now makes room for the next one.
        if !isAwaited { watch?.wantsReading = wantsInput }
        deliver()
    }

    /// Whether the input holds no complete message, and more can come.
    private var wantsInput: Bool { endOfMessage() == nil && input.count <= limit && !isInputOver }

    /// A hang-up cannot be masked, so the descriptor leaves the loop. From now on the remaining input can be read to
    /// its end without waiting.
    private func peerHasGone() {
        guard !isPeerGone else { return }
        isPeerGone = true
        watch?.cancel()
        watch = nil
        output = []
        written = 0
        turn?.arm(at: EventLoop.panel.now)
    }

    private func deliver() {
        guard isAwaited, !isClosed else { return }
        if isPeerGone {
            while wantsInput { fill() }
        }
        if let end = endOfMessage(), end <= limit {
            isAwaited = false
            let message = Array(input[..<end])
            input.removeSubrange(...end)
            searched = 0
            // Reads one more message meanwhile, to notice the end of the connection.
            watch?.wantsReading = wantsInput
            owner?.received(message)
        } else if input.count > limit {
            isAwaited = false
            watch?.wantsReading = false
            owner?.ended(.tooLong)
        } else if isInputOver {
            isAwaited = false
            watch?.wantsReading = false
            owner?.ended(.finished)
        } else {
            watch?.wantsReading = true
        }
    }

    /// The end of the first message in the input; `nil` if the message is incomplete.
    private func endOfMessage() -> Int? {
        let found = input.withUnsafeBytes { bytes -> Int? in
            guard searched < bytes.count, let base = bytes.baseAddress,
                let end = memchr(base + searched, 0, bytes.count - searched)
            else { return nil }
            return UnsafeRawPointer(end) - base
        }
        searched = found ?? input.count
        return found
    }

    // MARK: Reading and writing

    private func fill() {
        guard !isInputOver else { return }
        let count = withUnsafeTemporaryAllocation(byteCount: Self.portion, alignment: 1) { buffer in
            let count = holdfast_socket_receive(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { input.append(contentsOf: buffer[..<count]) }
            return count
        }
        if count <= 0 {
            let code = SystemCall.lastError
            // No data yet. From a client that has gone, none will follow.
            if count < 0 && !isPeerGone && (code == EAGAIN || code == EINTR) { return }
            isInputOver = true
        }
    }

    private func flush() {
        let count = output.withUnsafeBytes { bytes in
            holdfast_socket_send(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        }
        if count < 0 {
            let code = SystemCall.lastError
            guard code == EAGAIN || code == EINTR else { return peerHasGone() }
        } else {
            written += count
        }
        let isDrained = written == output.count
        if isDrained {
            output.removeAll(keepingCapacity: output.count <= Self.portion)
            written = 0
        } else if written >= Self.portion {
            // Otherwise the buffer would grow for as long as the other side is slightly slower than the output.
            output.removeSubrange(..<written)
            written = 0
        }
        let hasWaited = isWaitingForRoom
        isWaitingForRoom = !isDrained
        watch?.wantsWriting = isWaitingForRoom
        guard hasWaited else { return }
        owner?.wrote()
        if isDrained { owner?.drained() }
    }
}
