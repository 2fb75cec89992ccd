import CEventLoop
import EventLoop
import Glibc

/// A connected socket that carries messages, each ended by a NUL byte; it never blocks.
///
/// Its owner takes one message at a time: while it has not asked for the next one, at most one more is read, and the
/// other side has to wait. What cannot be written yet is kept.
@PanelActor
final class MessageSocket {
    /// What an owner is told.
    @PanelActor
    protocol Owner: AnyObject {
        /// A message came, without its NUL; no other comes before `awaitMessage` is called.
        func received(_ message: [UInt8])
        /// The other side has taken some of what waited.
        func wrote()
        /// All that was to be written has been.
        func drained()
        /// The other side has gone: nobody reads what is written. Messages that it sent before still come.
        func peerGone()
        /// There will be no more messages.
        func ended(_ end: End)
    }

    /// Why there are no more messages.
    enum End: Sendable, Hashable {
        /// The other side sends no more.
        case finished
        /// A message is longer than it may be.
        case tooLong
    }

    /// How much one event reads, in bytes: others are ready as well.
    private static let portion = 16_384

    /// Held, as the loop holds the socket, until it is closed.
    var owner: (any Owner)?
    private let limit: Int
    /// Says when a message may be read; `nil` where any may be at once.
    private let ticket: MessageTicket?
    private var descriptor: Int32
    private var watch: DescriptorWatch?
    private var turn: PanelTimer?

    private var input: [UInt8] = []
    /// How much of the input has been searched for a NUL.
    private var searched = 0
    private var isAwaited = true
    private var isInputOver = false
    /// Whether nobody reads any more what is written.
    private(set) var isPeerGone = false
    private var isPeerGoneTold = false

    private var output: [UInt8] = []
    private var written = 0
    private var isWaitingForRoom = false

    /// How many bytes wait to be written.
    var pending: Int { output.count - written }

    /// Whether the owner waits for a message, and none has come in full.
    var isAwaitingMessage: Bool { isAwaited && endOfMessage() == nil }

    /// Whether the other side has sent what has not been read yet.
    var hasUnreadBytes: Bool {
        var byte: UInt8 = 0
        return !isClosed && recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Whether the socket has been closed.
    var isClosed: Bool { descriptor < 0 }

    /// Takes over `descriptor`, a connected socket that does not block; messages may have `limit` bytes.
    ///
    /// - Throws: `EventLoopError`; the descriptor is then closed.
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

    /// Ends it without a word to the owner; what waits to be written is lost.
    func close() {
        guard !isClosed else { return }
        turn?.cancel()
        turn = nil
        ticket?.close()
        watch?.cancel()
        watch = nil
        owner = nil
        Glibc.close(descriptor)
        descriptor = -1
        input = []
        output = []
        written = 0
    }

    /// Asks for the next message, which comes in a later turn of the loop.
    func awaitMessage() {
        guard !isClosed, !isAwaited else { return }
        isAwaited = true
        if isPeerGone || isInputOver || endOfMessage() != nil {
            turn?.arm(at: EventLoop.panel.now)
        } else if ticket?.isWaiting != true {
            watch?.setWantsReading(true)
        }
    }

    /// Writes a message and its NUL, or keeps it until it can be written.
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
        if isAwaited && !isClosed { readIfAdmitted() }
    }

    private func readIfAdmitted() {
        // Until the ticket calls, what comes waits in the socket's buffer.
        if ticket?.admits() ?? true { read() } else { watch?.setWantsReading(false) }
    }

    /// Reads a portion unless a message is there, and hands the message on.
    private func read() {
        let isWanted = endOfMessage() == nil && input.count <= limit && !isInputOver
        if isWanted { fill() }
        if isWanted && endOfMessage() == nil && input.count <= limit && !isInputOver { watch?.setWantsReading(true) }
        deliver()
    }

    /// A hang-up cannot be masked: the descriptor leaves the loop. What the other side has sent can be read without
    /// waiting from now on, to its end.
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
            while endOfMessage() == nil && input.count <= limit && !isInputOver { fill() }
        }
        if let end = endOfMessage(), end <= limit {
            isAwaited = false
            let message = Array(input[..<end])
            input.removeSubrange(...end)
            searched = 0
            // One more is read meanwhile, so that the end of the connection is noticed.
            watch?.setWantsReading(!isInputOver && endOfMessage() == nil)
            owner?.received(message)
        } else if input.count > limit {
            isAwaited = false
            watch?.setWantsReading(false)
            owner?.ended(.tooLong)
        } else if isInputOver {
            isAwaited = false
            owner?.ended(.finished)
        }
    }

    /// Where the first message in the input ends, if it is there in full.
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
            // There is nothing yet; but from one who has gone there will never be.
            if count < 0 && !isPeerGone && (code == EAGAIN || code == EINTR) { return }
            isInputOver = true
        }
        if isInputOver || endOfMessage() != nil || input.count > limit { watch?.setWantsReading(false) }
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
            // Else it would grow as long as the other side takes a little less than it is given.
            output.removeSubrange(..<written)
            written = 0
        }
        let hasWaited = isWaitingForRoom
        isWaitingForRoom = !isDrained
        watch?.setWantsWriting(isWaitingForRoom)
        guard hasWaited else { return }
        owner?.wrote()
        if isDrained { owner?.drained() }
    }
}
