import ControlModel
import EventLoop
import Glibc

/// A client of a Varlink service on a UNIX socket. It makes one connection, with the first call, and runs one call at a
/// time. Further calls wait.
///
/// The client lives until it is closed, or the connection ends.
@PanelActor
public final class VarlinkClient: MessageSocket.Owner {
    // A worker's thread never ends, so all clients of a process share one.
    private static let worker = Worker()

    private struct Call {
        var isOneway: Bool
        var encode: @Sendable () -> [UInt8]?
        /// Decodes a reply, passes it to the caller, and then calls `take`.
        var received: @PanelActor ([UInt8]) -> Void
        var failed: @PanelActor (VarlinkClientError) -> Void
    }

    private let path: String
    private let limits: VarlinkLimits
    private let waitsForRoom: Bool
    /// Encodes and decodes on the loop in place of the worker; `nil` for a client with the worker.
    private var turn: PanelTimer?
    private var socket: MessageSocket?
    /// The first call is under way.
    private var calls: [Call] = []
    /// Whether the first call has been sent.
    private var isSent = false
    /// The number of times that the client was closed. Results from an earlier era are dropped.
    private var era = 0

    /// The number of reply bytes for the call under way.
    private(set) var bytesReceived = 0

    /// Called when the server hangs up, or sends an unrequested message, while no call is under way.
    public var closed: (@PanelActor () -> Void)?

    /// Creates a client of the service whose socket is at `path`. Nothing happens before the first call.
    ///
    /// - Parameter waitsForRoom: Whether connecting blocks the loop, for 5 s at most, while the listener's queue is
    ///   full. For programs that have nothing else to do.
    /// - Parameter usesWorker: Whether a thread of its own encodes calls and decodes long replies. A program without
    ///   deadlines needs no such thread.
    public init(path: String, waitsForRoom: Bool = false, usesWorker: Bool = true) {
        self.path = path
        self.waitsForRoom = waitsForRoom
        limits = VarlinkLimits()
        if !usesWorker { turn = EventLoop.panel.makeTimer { [weak self] in self?.encodeAndSend() } }
    }

    /// Calls a method. The reply has the type of the method's signature.
    ///
    /// - Parameters:
    ///   - signature: The method's name and types.
    ///   - more: Whether the caller accepts several replies.
    ///   - oneway: Whether the call has no reply. `received` is then called only if the call could not be sent.
    ///   - received: Gets each reply, the last one without `continues`, or the error. It is called on the loop, never
    ///     inside this method, and not after `close`. After a connection error or a malformed reply, the next call
    ///     makes a new connection.
    public func call<Signature: VarlinkMethodSignature>(
        _ signature: Signature.Type, _ parameters: Signature.Parameters, more: Bool = false, oneway: Bool = false,
        _ received: @escaping @PanelActor (Result<VarlinkReply<Signature.Reply>, VarlinkClientError>) -> Void
    ) {
        call(signature.method, parameters, more: more, oneway: oneway, received)
    }

    /// Calls a method by its full name.
    public func call<Parameters: Encodable & Sendable, Reply: Decodable & Sendable>(
        _ method: String, _ parameters: Parameters, more: Bool = false, oneway: Bool = false,
        _ received: @escaping @PanelActor (Result<VarlinkReply<Reply>, VarlinkClientError>) -> Void
    ) {
        let limits = limits
        calls.append(
            Call(
                isOneway: oneway,
                encode: { VarlinkCoding.encodeCall(method, parameters, more: more, oneway: oneway) },
                received: { [weak self] message in
                    if self?.turn != nil || VarlinkCoding.isLight(message, limits: limits) {
                        let result = VarlinkCoding.decodeReply(message, Reply.self, limits: limits)
                        self?.take(result, more: more, received)
                    } else {
                        let era = self?.era
                        Self.worker.perform {
                            VarlinkCoding.decodeReply(message, Reply.self, limits: limits)
                        } then: {
                            if let self, self.era == era { self.take($0, more: more, received) }
                        }
                    }
                },
                failed: { received(.failure($0)) }))
        if calls.count == 1 { begin() }
    }

    /// Whether replies that the client has not read yet wait. They do not wake the loop.
    public var isPaused = false {
        didSet { socket?.isPaused = isPaused }
    }

    /// Ends the connection and all calls. Neither their completions nor `closed` are called any more.
    public func close() {
        era += 1
        calls = []
        closed = nil
        turn?.cancel()
        disconnect()
    }

    private func disconnect() {
        socket?.close()
        socket = nil
    }

    // MARK: The call under way

    private func begin() {
        isSent = false
        bytesReceived = 0
        guard let call = calls.first else { return }
        if let turn { return turn.arm(at: EventLoop.panel.now) }
        let era = era
        Self.worker.perform(call.encode) { message in
            if self.era == era { self.send(message) }
        }
    }

    /// Sends the first call. `call` has returned before, so that an error reaches its caller later.
    private func encodeAndSend() {
        guard let call = calls.first, !isSent else { return }
        send(call.encode())
    }

    private func send(_ message: [UInt8]?) {
        guard let message, message.count <= limits.message else {
            return fail(.unreachable(path: path, code: EMSGSIZE))
        }
        if socket == nil {
            do throws(LocalSocket.Failure) {
                let descriptor = try LocalSocket.connect(path: path, patience: waitsForRoom ? .seconds(5) : nil)
                socket = try MessageSocket(descriptor: descriptor, limit: limits.message)
                socket?.owner = self
                socket?.isPaused = isPaused
            } catch {
                return fail(.unreachable(path: path, code: error.code))
            }
        }
        isSent = true
        socket?.send(message)
        if calls.first?.isOneway == true { next() }
    }

    private func take<Reply>(
        _ result: Result<VarlinkReply<Reply>, VarlinkClientError>, more: Bool,
        _ received: @PanelActor (Result<VarlinkReply<Reply>, VarlinkClientError>) -> Void
    ) {
        switch result {
        case .success(let reply) where reply.continues && !more:
            fail(.malformed("it is one of several, which were not asked for"))
        case .failure(.malformed(let problem)):
            fail(.malformed(problem))
        case .success, .failure:
            let era = era
            received(result)
            // `received` may have closed the client.
            guard self.era == era else { return }
            socket?.awaitMessage()
            if case .success(let reply) = result, reply.continues { return }
            next()
        }
    }

    /// The call failed, and the connection is unusable.
    private func fail(_ error: VarlinkClientError) {
        disconnect()
        let era = era
        calls.first?.failed(error)
        if self.era == era { next() }
    }

    private func next() {
        calls.removeFirst()
        begin()
    }

    func received(_ message: [UInt8]) {
        // A server must not send anything before a call.
        guard isSent, let call = calls.first else { return ended(.finished) }
        bytesReceived += message.count
        call.received(message)
    }

    func wrote() {}

    func drained() {}

    /// Messages that the server sent before still arrive, and then `ended` is called.
    func peerGone() {}

    func ended(_ end: MessageSocket.End) {
        guard isSent else {
            // The next call gets a connection of its own.
            disconnect()
            closed?()
            return
        }
        fail(end == .tooLong ? .malformed("it is longer than \(limits.message) bytes") : .ended)
    }
}

/// One reply to a call, on the client's side.
public struct VarlinkReply<Value: Sendable>: Sendable {
    /// The parameters of the reply.
    public var value: Value
    /// Whether more replies to the same call follow.
    public var continues: Bool
}

extension VarlinkReply: Equatable where Value: Equatable {}
extension VarlinkReply: Hashable where Value: Hashable {}

/// An error's parameters as text, without arrays and objects.
struct ScalarTexts: Decodable, Sendable {
    var texts: [String: String]

    /// Any JSON value, with the text of a scalar.
    private struct Member: Decodable {
        var text: String?

        init(from decoder: any Decoder) throws {
            switch try? IntentValue(from: decoder) {
            case nil, .null, .array: text = nil
            case let scalar?: text = scalar.description
            }
        }
    }

    init(from decoder: any Decoder) throws {
        texts = try [String: Member](from: decoder).compactMapValues(\.text)
    }
}
