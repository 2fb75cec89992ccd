import CEventLoop
import EventLoop
import Glibc
import MonotonicTime

/// One client's connection, on the server's side. It takes one call after the other.
@PanelActor
final class VarlinkConnection: MessageSocket.Owner {
    /// The parts that all connections of a server share.
    struct Service: Sendable {
        /// The methods, by their full names.
        var methods: [String: VarlinkMethod]
        /// The names of the interfaces.
        var interfaces: Set<String>
        var limits: VarlinkLimits
        /// Decodes clients' costly messages. Only other costly messages wait behind them.
        var decoding: Worker
        var encoding: Worker
    }

    /// The most replies that one job encodes.
    private static let portion = 16

    let peer: VarlinkPeer
    let session = VarlinkSession()
    private let socket: MessageSocket
    private let service: Service
    /// Called once, when the connection has been closed.
    var closed: (@PanelActor () -> Void)?

    private var current: (any OutstandingCall)?
    /// Whether the call under way takes no reply.
    private(set) var isOneway = false
    private var waiting: [OutgoingReply] = []
    private var isEncoding = false
    /// Whether the call under way is asked for replies. A `resume` during that has no effect.
    private var isAsking = false
    private var closesWhenSent = false
    /// Whether the call under way takes several replies.
    private var isStream = false
    /// When the server last acted for the client, or the client last took a reply.
    private var lastProgress = EventLoop.panel.now
    /// Why the client may have no stream at present; `nil` if it may.
    var refusalOfStream: (@PanelActor () -> VarlinkNoRoom?)?

    private let ticket: MessageTicket?

    init(
        descriptor: Int32, peer: VarlinkPeer, service: Service, ticket: MessageTicket? = nil
    ) throws(EventLoopError) {
        self.peer = peer
        self.service = service
        self.ticket = ticket
        socket = try MessageSocket(descriptor: descriptor, limit: service.limits.message, ticket: ticket)
        socket.owner = self
    }

    /// Closes the connection and notifies the call under way.
    func close() {
        guard !socket.isClosed else { return }
        socket.close()
        endCall()
        session.ended?()
        session.ended = nil
        let closed = closed
        self.closed = nil
        closed?()
    }

    // MARK: Room

    /// Answers the client at `descriptor` that there is no room, and closes the connection.
    static func refuse(_ descriptor: Int32, _ refusal: VarlinkNoRoom) {
        var message = VarlinkCoding.encode(refusal) ?? []
        message.append(0)
        // The buffer of a new connection has room for the message.
        _ = message.withUnsafeBytes { holdfast_socket_send(descriptor, $0.baseAddress, $0.count) }
        Glibc.close(descriptor)
    }

    /// Closes this idle connection because another client needs the room. A call that the client is sending is not
    /// begun, and gets this error.
    func giveWay() {
        if socket.pending == 0,
            let message = VarlinkCoding.encode(VarlinkNoRoom("it was idle, and others needed the room"))
        {
            socket.send(message)
        }
        close()
    }

    /// The connection as input for `VarlinkAdmission`.
    func holder(at now: MonotonicInstant) -> VarlinkAdmission.Holder {
        VarlinkAdmission.Holder(peer: peer, idleSince: idleSince(at: now), isStream: isStream)
    }

    private func idleSince(at now: MonotonicInstant) -> MonotonicInstant? {
        if socket.pending > 0 {
            // The connection waits for the client alone.
            let isStalled = lastProgress.duration(to: now) >= service.limits.stall
            return isStalled ? lastProgress : nil
        }
        let isBusy = !socket.isAwaitingMessage || socket.hasUnreadBytes || session.isInUse?() == true
        return isBusy ? nil : lastProgress
    }

    /// Waits for the next call.
    private func awaitCall() {
        lastProgress = EventLoop.panel.now
        isStream = false
        socket.awaitMessage()
    }

    private func endCall() {
        waiting = []
        let call = current
        current = nil
        call?.connectionClosed()
    }

    // MARK: Input

    func received(_ message: [UInt8]) {
        if VarlinkCoding.isLight(message, limits: service.limits) {
            handle(Self.decode(message, service))
        } else {
            let service = service
            service.decoding.perform {
                Self.decode(message, service)
            } then: { [weak self] in
                self?.handle($0)
            }
        }
    }

    private nonisolated static func decode(
        _ message: [UInt8], _ service: Service
    ) -> Result<VarlinkRequest, VarlinkCoding.Malformed> {
        Result { () throws(VarlinkCoding.Malformed) in
            try VarlinkCoding.decodeRequest(message, methods: service.methods, limits: service.limits)
        }
    }

    private func handle(_ result: Result<VarlinkRequest, VarlinkCoding.Malformed>) {
        guard !socket.isClosed else { return }
        switch result {
        case .failure(.unreadable):
            // A client that sends this would not understand an answer either.
            close()
        case .failure(.member(let name)):
            closesWhenSent = true
            refuse(VarlinkService.InvalidParameter(parameter: name))
        case .success(let request):
            isOneway = request.isOneway
            // The client has gone, so an answer would reach no client.
            if socket.isPeerGone && !isOneway { return awaitCall() }
            begin(request)
        }
    }

    private func begin(_ request: VarlinkRequest) {
        guard !request.wantsUpgrade else { return refuse(VarlinkService.InvalidParameter(parameter: "upgrade")) }
        switch request.content {
        case .call(let begin):
            let wantsMore = request.wantsMore && !request.isOneway
            if wantsMore, let refusal = refusalOfStream?() { return refuse(refusal) }
            isStream = wantsMore
            session.onCall?()
            begin(self, wantsMore)
        case .expectsMore:
            refuse(VarlinkService.ExpectedMore())
        case .invalid(let parameter):
            refuse(VarlinkService.InvalidParameter(parameter: parameter))
        case .unknownMethod:
            let interface = request.method.lastIndex(of: ".").map { String(request.method[..<$0]) } ?? ""
            if service.interfaces.contains(interface) {
                refuse(VarlinkService.MethodNotFound(method: request.method))
            } else {
                refuse(VarlinkService.InterfaceNotFound(interface: interface))
            }
        }
    }

    /// Notes the call whose method body is called next.
    func begin(_ call: some OutstandingCall) {
        current = call
    }

    private func refuse(_ error: some VarlinkError) {
        enqueue(OutgoingReply(isFinal: true) { VarlinkCoding.encode(error) })
    }

    func peerGone() {
        if closesWhenSent { return close() }
        // A oneway call goes on: its client had no reason to wait.
        guard !isOneway else { return }
        let hadCall = current != nil || !waiting.isEmpty
        endCall()
        // While replies are being encoded, `send` will find an empty queue.
        if hadCall && !isEncoding { awaitCall() }
    }

    func ended(_ end: MessageSocket.End) {
        closesWhenSent = true
        closeIfSent()
    }

    // MARK: Output

    /// Encodes and sends a reply after earlier ones, when there is room.
    func enqueue(_ reply: OutgoingReply) {
        guard !socket.isClosed else { return }
        if isOneway {
            if reply.isFinal { finishOneway() }
            return
        }
        guard reply.isFinal || waiting.count < service.limits.queuedReplies else { return close() }
        waiting.append(reply)
        advance()
    }

    func wrote() {
        lastProgress = EventLoop.panel.now
    }

    func drained() {
        if waiting.isEmpty && current == nil { closeIfSent() }
        advance()
    }

    /// Encodes waiting replies while there is room for them. This runs off the loop, because the size of a reply is
    /// unknown.
    func advance() {
        guard !isEncoding, !isAsking, !socket.isClosed else { return }
        let room = service.limits.output - socket.pending
        // Room for one encoded message, one being encoded, and a NUL for each.
        guard room > 2 * (service.limits.message + 1) else { return }
        isAsking = true
        while waiting.count < Self.portion, let reply = current?.nextOfStream() { waiting.append(reply) }
        isAsking = false
        guard !waiting.isEmpty else { return }
        let replies = waiting.prefix(Self.portion)
        let limit = service.limits.message
        isEncoding = true
        service.encoding.perform {
            Self.encode(replies, limit: limit)
        } then: { [weak self] in
            self?.send($0)
        }
    }

    /// Encodes replies until they reach the length of a full message. An omitted reply is empty.
    private nonisolated static func encode(_ replies: ArraySlice<OutgoingReply>, limit: Int) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var size = 0
        for reply in replies where size < limit {
            var message = reply.encode() ?? []
            if message.count > limit, let shorter = reply.encodeShorter { message = shorter() ?? [] }
            if message.isEmpty || message.count > limit {
                // The client gets at least the end of the call. In the middle of several replies, one without
                // parameters would not fit the method, and a watching client would give up.
                message = reply.isFinal ? VarlinkCoding.encode(NoParameters(), continues: false) ?? [] : []
            }
            messages.append(message)
            size += message.count
        }
        return messages
    }

    private func send(_ messages: [[UInt8]]) {
        isEncoding = false
        guard !socket.isClosed else { return }
        // The client has gone meanwhile.
        guard waiting.count >= messages.count else { return finishCall() }
        let isFinal = waiting[..<messages.count].contains(where: \.isFinal)
        waiting.removeFirst(messages.count)
        for message in messages where !message.isEmpty { socket.send(message) }
        if isFinal { finishCall() } else { advance() }
    }

    /// Ends a oneway call.
    func finishOneway() {
        isOneway = false
        finishCall()
    }

    private func finishCall() {
        current = nil
        if closesWhenSent { closeIfSent() } else { awaitCall() }
    }

    private func closeIfSent() {
        if closesWhenSent && (socket.pending == 0 || socket.isPeerGone) { close() }
    }
}
