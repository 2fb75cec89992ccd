import EventLoop
import Glibc

/// A client of a Varlink service on a UNIX socket: one connection, made with the first call, and one call at a time; a
/// call made meanwhile waits for it.
///
/// It lives until it is closed, or the connection ends.
@PanelActor
public final class VarlinkClient {
    // Threads are kept for good, so all clients of a process share one.
    private static let worker = Worker()

    private struct Call {
        var isOneway: Bool
        var encode: @Sendable () -> [UInt8]?
        /// Takes a reply: decodes it, hands it on, and has `taken` called.
        var received: @PanelActor ([UInt8]) -> Void
        var failed: @PanelActor (VarlinkClientError) -> Void
    }

    private let path: String
    private let limits: VarlinkLimits
    private let waitsForRoom: Bool
    private var socket: MessageSocket?
    /// The first one is under way.
    private var calls: [Call] = []
    /// Whether the first one has been sent.
    private var isSent = false
    /// Counts the times that it was closed: what began before is of no interest any more.
    private var era = 0

    /// How many bytes of replies have come for the call that is under way.
    private(set) var bytesReceived = 0

    /// Called when the server has hung up, or said what it was not asked for, while no call was under way.
    public var closed: (@PanelActor () -> Void)?

    /// A client of the service whose socket lies at `path`; nothing happens before the first call.
    ///
    /// - Parameter waitsForRoom: Whether connecting blocks the loop, for 5 s at most, while the queue of those who connect is
    ///   full; for programs that have nothing else to do.
    public init(path: String, waitsForRoom: Bool = false) {
        self.path = path
        self.waitsForRoom = waitsForRoom
        limits = VarlinkLimits()
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - method: The method's full name.
    ///   - parameters: What it is called with.
    ///   - more: Whether several replies are taken.
    ///   - oneway: Whether there is no reply at all; `received` is then called only where nothing could be sent.
    ///   - received: Gets each reply, the last one without `continues`, or why there is none; called on the loop, never
    ///     inside this call, and not after `close`. After an error of the connection or of the reply's form the
    ///     connection is made anew with the next call.
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
                    if VarlinkCoding.isLight(message, limits: limits) {
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

    /// Ends the connection and all calls, whose completions are not called any more.
    public func close() {
        era += 1
        calls = []
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
        let era = era
        Self.worker.perform(call.encode) { message in
            if self.era == era { self.send(message) }
        }
    }

    private func send(_ message: [UInt8]?) {
        guard let message, message.count <= limits.message else {
            return fail(.unreachable(path: path, code: EMSGSIZE))
        }
        if socket == nil {
            do throws(LocalSocket.Failure) {
                try connect()
            } catch {
                return fail(.unreachable(path: path, code: error.code))
            }
        }
        isSent = true
        socket?.send(message)
        if calls.first?.isOneway == true { next() }
    }

    private func connect() throws(LocalSocket.Failure) {
        let descriptor = try LocalSocket.connect(path: path, patience: waitsForRoom ? .seconds(5) : nil)
        do throws(EventLoopError) {
            socket = try MessageSocket(descriptor: descriptor, limit: limits.message)
            socket?.owner = self
        } catch {
            throw LocalSocket.Failure(call: error.call, code: error.code)
        }
    }

    private func take<Reply>(
        _ result: Result<VarlinkReply<Reply>, VarlinkClientError>, more: Bool,
        _ received: @PanelActor (Result<VarlinkReply<Reply>, VarlinkClientError>) -> Void
    ) {
        switch result {
        case .success(let reply) where reply.continues:
            guard more else { return fail(.malformed("it is one of several, which were not asked for")) }
            let era = era
            received(result)
            if self.era == era { socket?.awaitMessage() }
        case .failure(.malformed(let problem)):
            fail(.malformed(problem))
        case .success, .failure:
            finish { received(result) }
        }
    }

    /// The call has its last reply.
    private func finish(_ tell: @PanelActor () -> Void) {
        let era = era
        tell()
        guard self.era == era else { return }
        socket?.awaitMessage()
        next()
    }

    /// The call has none, and the connection is of no use any more.
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
}

extension VarlinkClient: MessageSocket.Owner {
    func received(_ message: [UInt8]) {
        // Before it was asked, the server has nothing to say.
        guard isSent, let call = calls.first else { return ended(.finished) }
        bytesReceived += message.count
        call.received(message)
    }

    func wrote() {}

    func drained() {}

    /// What it has said before it went is still to come, and then `ended`.
    func peerGone() {}

    func ended(_ end: MessageSocket.End) {
        guard isSent else {
            // A call that is about to be sent gets a connection of its own.
            disconnect()
            closed?()
            return
        }
        fail(end == .tooLong ? .malformed("it is longer than \(limits.message) bytes") : .ended)
    }
}

/// One reply to a call, on the client's side.
public struct VarlinkReply<Value: Sendable>: Sendable {
    /// Its parameters.
    public var value: Value
    /// Whether more replies to the same call follow.
    public var continues: Bool

    /// A reply of its parts.
    public init(value: Value, continues: Bool) {
        self.value = value
        self.continues = continues
    }
}

extension VarlinkReply: Equatable where Value: Equatable {}
extension VarlinkReply: Hashable where Value: Hashable {}

/// An error's parameters as text, as far as they are neither arrays nor objects.
struct ScalarTexts: Decodable, Sendable {
    var texts: [String: String] = [:]

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for key in values.allKeys {
            if let text = try? values.decode(String.self, forKey: key) {
                texts[key.stringValue] = text
            } else if let number = try? values.decode(Int.self, forKey: key) {
                texts[key.stringValue] = String(number)
            } else if let flag = try? values.decode(Bool.self, forKey: key) {
                texts[key.stringValue] = String(flag)
            } else if let number = try? values.decode(Double.self, forKey: key) {
                texts[key.stringValue] = String(number)
            }
        }
    }
}
