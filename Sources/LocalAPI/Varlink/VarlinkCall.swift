import EventLoop

/// One call, on the server's side. It is to be ended once: by `reply`, by `stream`, or by `fail`.
@PanelActor
public final class VarlinkCall<Reply: Encodable & Sendable> {
    /// Who calls.
    public let peer: VarlinkPeer
    /// What the service remembers of the caller.
    public let session: VarlinkSession
    /// Whether the client takes several replies.
    public let wantsMore: Bool

    /// Called when the client has gone, or the connection was closed, before the final reply was given.
    public var ended: (@PanelActor () -> Void)?

    /// Until the final reply is given.
    private weak var connection: VarlinkConnection?
    private var source: (@PanelActor () -> Reply?)?
    private var steps: (@PanelActor () -> VarlinkStep<Reply>)?
    /// One reply of the source ahead, since the last one has to be known as such.
    private var upcoming: Reply?

    /// Whether the client takes no reply at all; such a call goes on when its client has gone.
    public var isOneway: Bool { connection?.isOneway ?? false }

    init(connection: VarlinkConnection, wantsMore: Bool) {
        self.connection = connection
        self.wantsMore = wantsMore
        peer = connection.peer
        session = connection.session
    }

    /// Answers with the final reply. After the call has ended, nothing happens.
    ///
    /// - Parameter shorter: What to answer instead where the reply is longer than a message may be. Without it the reply
    ///   goes without its parameters, which must not mean anything else then.
    public func reply(_ reply: Reply, shorter: Reply? = nil) {
        let connection = finish()
        var encodeShorter: (@Sendable () -> [UInt8]?)?
        if let shorter { encodeShorter = { VarlinkCoding.encode(shorter, continues: false) } }
        connection?.enqueue(
            .init(isFinal: true, encodeShorter: encodeShorter) { VarlinkCoding.encode(reply, continues: false) })
    }

    /// Answers with one of several replies; without `more`, which allows one only, it is not sent.
    ///
    /// A client that lets more of them wait than `VarlinkLimits.queuedReplies` is cut off.
    public func push(_ reply: Reply) {
        guard wantsMore else { return }
        connection?.enqueue(.init(isFinal: false) { VarlinkCoding.encode(reply, continues: true) })
    }

    /// Answers with what `next` gives, asked only as fast as the client takes it and in small portions, until it gives
    /// `nil`. The last reply ends the call; where there is none at all, one without parameters does.
    public func stream(_ next: @escaping @PanelActor () -> Reply?) {
        guard let connection = beginStream() else { return }
        source = next
        upcoming = next()
        connection.advance()
    }

    /// Answers with what `next` gives, asked only as fast as the client takes it and in small portions, until it ends the
    /// call. Where it has nothing yet, `resume` says when it has.
    ///
    /// `next` must not end the call by itself.
    public func follow(_ next: @escaping @PanelActor () -> VarlinkStep<Reply>) {
        guard let connection = beginStream() else { return }
        steps = next
        connection.advance()
    }

    /// What `follow` was given may have a reply by now.
    public func resume() {
        connection?.advance()
    }

    /// - Returns: `nil` where nobody takes replies, or the call streams already.
    private func beginStream() -> VarlinkConnection? {
        guard let connection, source == nil, steps == nil else { return nil }
        guard connection.isOneway else { return connection }
        _ = finish()
        connection.finishOneway()
        return nil
    }

    /// Answers with an error, which ends the call.
    public func fail(_ error: some VarlinkError) {
        let connection = finish()
        connection?.enqueue(.init(isFinal: true) { VarlinkCoding.encode(error) })
    }

    /// - Returns: the connection; `nil` where the call had ended before.
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
}

extension VarlinkCall: OutstandingCall {
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

/// What comes next of replies that are not all there yet.
public enum VarlinkStep<Reply: Encodable & Sendable>: Sendable {
    /// One of several.
    case reply(Reply)
    /// Nothing yet.
    case wait
    /// No more; a reply without parameters ends the call.
    case end
    /// No more, for this reason.
    case failure(any VarlinkError)
}

/// A call that a connection has begun, whatever its replies are.
@PanelActor
protocol OutstandingCall: AnyObject {
    /// The next reply of its stream; `nil` where it has none, or none any more.
    func nextOfStream() -> OutgoingReply?

    /// The client has gone, or the connection is closed.
    func connectionClosed()
}

/// A reply that has not been encoded yet.
struct OutgoingReply: Sendable {
    /// Whether it ends its call.
    var isFinal: Bool
    /// Encodes what is sent where the whole message is too long. Runs on any thread.
    var encodeShorter: (@Sendable () -> [UInt8]?)?
    /// Encodes the whole message. Runs on any thread.
    var encode: @Sendable () -> [UInt8]?
}

/// What a service knows of one client for as long as its connection stands, over all of its calls.
@PanelActor
public final class VarlinkSession {
    /// Whatever the service has to remember; gone with the connection.
    public var value: (any Sendable)?

    /// Whether the client counts on the connection to stay, also between calls, as after it has given a PIN. Without it, a
    /// connection without a call is idle, and may give way to another.
    public var isInUse: (@PanelActor () -> Bool)?

    /// Called when the connection has been closed.
    public var ended: (@PanelActor () -> Void)?

    init() {}
}

/// Who is at the other end of a connection, by what the kernel knows (`SO_PEERCRED`, unix(7)).
public struct VarlinkPeer: Sendable, Hashable {
    /// The user's number.
    public var user: UInt32
    /// The number of the user's group.
    public var group: UInt32
    /// The number of the process that made the connection; 0 where it lies in another PID namespace.
    public var process: Int32

    /// A peer of its parts.
    public init(user: UInt32, group: UInt32, process: Int32) {
        self.user = user
        self.group = group
        self.process = process
    }
}
