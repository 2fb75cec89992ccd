import EventLoop

/// One call, on the server's side. The method ends it once, by `reply`, `stream`, `follow` or `fail`.
@PanelActor
public final class VarlinkCall<Reply: Encodable & Sendable>: OutstandingCall {
    /// The client that calls.
    public let peer: VarlinkPeer
    /// The service's data about the client's connection.
    public let session: VarlinkSession
    /// Whether the client accepts several replies.
    public let wantsMore: Bool

    /// Called if the client has gone, or the connection was closed, before the final reply.
    public var ended: (@PanelActor () -> Void)?

    /// `nil` after the final reply.
    private weak var connection: VarlinkConnection?
    private var source: (@PanelActor () -> Reply?)?
    private var steps: (@PanelActor () -> VarlinkStep<Reply>)?
    /// One reply ahead of the source, because the last reply has to be marked as such.
    private var upcoming: Reply?

    /// Whether the client takes no reply at all. Such a call goes on when its client has gone.
    public var isOneway: Bool { connection?.isOneway ?? false }

    init(connection: VarlinkConnection, wantsMore: Bool) {
        self.connection = connection
        self.wantsMore = wantsMore
        peer = connection.peer
        session = connection.session
    }

    /// Answers with the final reply. After the call has ended, this has no effect.
    ///
    /// - Parameter shorter: The reply to send instead if `reply` exceeds the message limit. Without it, the reply is
    ///   sent without its parameters, which must then have no other meaning.
    public func reply(_ reply: Reply, shorter: Reply? = nil) {
        let connection = finish()
        var encodeShorter: (@Sendable () -> [UInt8]?)?
        if let shorter { encodeShorter = { VarlinkCoding.encode(shorter, continues: false) } }
        connection?.enqueue(
            .init(isFinal: true, encodeShorter: encodeShorter) { VarlinkCoding.encode(reply, continues: false) })
    }

    /// Answers with one of several replies. Without `more`, which allows one reply only, it is not sent.
    ///
    /// The server disconnects a client that lets more than `VarlinkLimits.queuedReplies` wait.
    public func push(_ reply: Reply) {
        guard wantsMore else { return }
        connection?.enqueue(.init(isFinal: false) { VarlinkCoding.encode(reply, continues: true) })
    }

    /// Answers with the replies of `next` until it returns `nil`. The call asks `next` in small portions, and only as
    /// fast as the client takes replies. The last reply ends the call. Without any, a reply without parameters does.
    public func stream(_ next: @escaping @PanelActor () -> Reply?) {
        guard let connection = beginStream() else { return }
        source = next
        upcoming = next()
        connection.advance()
    }

    /// Answers with the steps of `next` until it ends the call. The call asks `next` in small portions, and only as
    /// fast as the client takes replies. After `.wait`, it asks again when `resume` is called.
    ///
    /// `next` must not call `reply` or `fail`. A `resume` during `next` has no effect, so `next` returns `.wait` only
    /// if no reply exists when it returns.
    public func follow(_ next: @escaping @PanelActor () -> VarlinkStep<Reply>) {
        guard let connection = beginStream() else { return }
        steps = next
        connection.advance()
    }

    /// Asks the steps of `follow` again, which may have a reply by now.
    public func resume() {
        connection?.advance()
    }

    /// - Returns: `nil` if the client takes no replies, or the call streams already.
    private func beginStream() -> VarlinkConnection? {
        guard let connection, source == nil, steps == nil else { return nil }
        guard connection.isOneway else { return connection }
        // The method holds what belongs to the stream, and does not wait for a reply.
        connectionClosed()
        connection.finishOneway()
        return nil
    }

    /// Closes the connection of a client that takes no replies.
    public func hangUp() { connection?.close() }

    /// Answers with an error, which ends the call.
    public func fail(_ error: some VarlinkError) {
        let connection = finish()
        connection?.enqueue(.init(isFinal: true) { VarlinkCoding.encode(error) })
    }

    /// - Returns: The connection; `nil` if the call had ended before.
    private func finish() -> VarlinkConnection? {
        defer {
            connection = nil
            source = nil
            steps = nil
            upcoming = nil
            ended = nil
        }
        return connection
    }

    func nextOfStream() -> OutgoingReply? {
        guard connection != nil else { return nil }
        if let steps { return reply(of: steps()) }
        guard let source else { return nil }
        guard let reply = upcoming else { return lastReply { VarlinkCoding.encode(NoParameters(), continues: false) } }
        upcoming = wantsMore ? source() : nil
        let isFinal = upcoming == nil
        if isFinal { _ = finish() }
        return .init(isFinal: isFinal) { VarlinkCoding.encode(reply, continues: !isFinal) }
    }

    private func reply(of step: VarlinkStep<Reply>) -> OutgoingReply? {
        switch step {
        case .reply(let reply): .init(isFinal: false) { VarlinkCoding.encode(reply, continues: true) }
        case .wait: nil
        case .end: lastReply { VarlinkCoding.encode(NoParameters(), continues: false) }
        case .failure(let error): lastReply { VarlinkCoding.encode(error) }
        }
    }

    private func lastReply(_ encode: @escaping @Sendable () -> [UInt8]?) -> OutgoingReply {
        _ = finish()
        return .init(isFinal: true, encode: encode)
    }

    func connectionClosed() {
        let ended = ended
        if finish() != nil { ended?() }
    }
}

/// The next step of a call whose replies become available over time.
public enum VarlinkStep<Reply: Encodable & Sendable>: Sendable {
    /// One of several replies.
    case reply(Reply)
    /// No reply yet.
    case wait
    /// The end. A reply without parameters ends the call.
    case end
    /// The end, with this error.
    case failure(any VarlinkError)
}

/// A call that a connection has begun, for any type of reply.
@PanelActor
protocol OutstandingCall: AnyObject {
    /// The next reply of the call's stream; `nil` if it has none at present, or none any more.
    func nextOfStream() -> OutgoingReply?

    /// The client has gone, or the connection is closed.
    func connectionClosed()
}

/// A reply that has not been encoded yet.
struct OutgoingReply: Sendable {
    /// Whether the reply ends its call.
    var isFinal: Bool
    /// Encodes the shorter message, for a whole message over the limit. Runs on any thread.
    var encodeShorter: (@Sendable () -> [UInt8]?)?
    /// Encodes the whole message. Runs on any thread.
    var encode: @Sendable () -> [UInt8]?
}

/// A service's data about one client, kept for all calls of one connection.
@PanelActor
public final class VarlinkSession {
    /// The service's own data. It is released with the connection.
    public var value: (any Sendable)?

    /// Whether the client relies on the connection between calls, for example after it has given a PIN. Otherwise, a
    /// connection without a call is idle, and may give way to another.
    public var isInUse: (@PanelActor () -> Bool)?

    /// Called before each call of the client.
    public var onCall: (@PanelActor () -> Void)?

    /// Called when the connection has been closed.
    public var ended: (@PanelActor () -> Void)?

    init() {}
}

/// The client at the other end of a connection, as the kernel identifies it (`SO_PEERCRED`, unix(7)).
public struct VarlinkPeer: Sendable, Hashable {
    /// The user's ID.
    public var user: UInt32
    /// The ID of the user's group.
    public var group: UInt32
    /// The ID of the process that made the connection; 0 if it is in another PID namespace.
    public var process: Int32
}
