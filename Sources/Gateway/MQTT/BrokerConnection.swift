import EventLoop
import MonotonicTime
import Synchronization

/// One connection to a broker, from the attempt to its end.
///
/// A worker looks the name up and connects, since that blocks. All else happens on the loop.
@PanelActor
final class BrokerConnection {
    /// The news of a connection.
    enum Event: Sendable {
        /// The broker has accepted the client.
        case accepted
        /// A message has arrived at this time, by the kernel's note.
        case message(MQTTMessage, at: MonotonicInstant)
        /// The broker does not serve the client with a filter or a message. The connection goes on.
        case limited(BrokerProblem)
        /// The broker has answered all subscriptions so far.
        case settled
        /// The connection has ended. No event follows.
        case ended(BrokerProblem, ConnectionPlan.Ending)
    }

    /// How long the broker has to answer CONNECT.
    private static let patience = Duration.seconds(20)
    /// The most bytes that one turn of the loop reads. Other work has its turn after them.
    private static let mostRead = 16 * 1024

    private let settings: BrokerSettings
    private let version: ConnectionPlan.Version
    private let onEvent: @PanelActor (Event) -> Void
    /// Called when the broker has taken what was sent so far.
    var onClear: (@PanelActor () -> Void)?
    private let files: TLSFiles?
    private var socket: BrokerSocket?
    private var watch: DescriptorWatch?
    private var timer: PanelTimer?
    private var reader: PacketReader
    private var output = OutputBuffer()
    /// Whether TLS reads only once the socket is writable.
    private var readingWantsWriting = false
    /// The filters of subscriptions that the broker has not answered; `nil` for the end of a subscription.
    private var unanswered: [UInt16: String?] = [:]
    private var lastIdentifier: UInt16 = 0
    private var limits: BrokerLimits?
    /// Whether a message has exceeded `limits`.
    private var hasReportedLimits = false
    /// Whether the broker has answered all that it was asked for.
    private var hasServed = false
    /// The pings; `nil` until the broker has accepted the client.
    private var keepAlive: KeepAlive?
    private var hasEnded = false
    /// Whether the worker's job for this connection is still wanted.
    private let attempt = ConnectionAttempt()

    /// Creates a connection that is not opened yet.
    ///
    /// - Throws: `BrokerProblem.noLibrary`, `.certificateFile`.
    init(
        _ settings: BrokerSettings, version: ConnectionPlan.Version, onEvent: @escaping @PanelActor (Event) -> Void
    ) throws(BrokerProblem) {
        (self.settings, self.version, self.onEvent) = (settings, version, onEvent)
        reader = PacketReader(version)
        files = try settings.certificates.map { (certificates) throws(BrokerProblem) in try TLSFiles(certificates) }
    }

    private var address: String { settings.address }
    private var isAccepted: Bool { limits != nil }

    // MARK: The way to the broker

    /// Looks up the broker's name and connects, on the worker, which first ends its earlier jobs. The job limits its own time.
    func open(by worker: any JobQueue) {
        let (settings, files, attempt) = (settings, files, attempt)
        worker.attempt { () throws(BrokerProblem) in
            guard attempt.isWanted else { throw .lost(settings.address) }
            return try BrokerSocket.connect(to: settings, by: files)
        } then: { [weak self] in
            self?.opened($0)
        }
    }

    private func opened(_ result: Result<BrokerSocket, BrokerProblem>) {
        guard !hasEnded else { return }
        do throws(BrokerProblem) {
            let socket = try result.get()
            guard let connect = ClientPacket.connect(settings, version) else {
                throw .unreachable(address, reason: "user, password or topic is longer than 65,535 bytes")
            }
            do throws(EventLoopError) {
                watch = try EventLoop.panel.watch(socket.descriptor) { [weak self] in self?.work($0) }
            } catch {
                throw .unreachable(address, reason: error.description)
            }
            self.socket = socket
            arm(Self.patience)
            send(connect)
        } catch {
            end(error, .failed)
        }
    }

    private func work(_ readiness: DescriptorWatch.Readiness) {
        if readiness.isReadable || readiness.isFailed || readingWantsWriting { receive() }
        flush()
    }

    private func arm(_ wait: Duration) {
        if timer == nil { timer = EventLoop.panel.makeTimer { [weak self] in self?.tick() } }
        timer?.arm(at: EventLoop.panel.now.advanced(by: wait))
    }

    /// Called when a ping may be due, and when the broker has taken too long to accept the client.
    private func tick() {
        switch keepAlive?.next(at: EventLoop.panel.now) {
        case nil: end(.silent(address), .failed)
        case .dead: end(.lost(address), hasServed ? .lost : .failed)
        case .ping: send(ClientPacket.ping)
        case .rest: break
        }
        armKeepAlive()
    }

    private func armKeepAlive() {
        if !hasEnded, let keepAlive { timer?.arm(at: keepAlive.due) }
    }

    // MARK: Bytes

    private func receive() {
        guard let socket else { return }
        let now = EventLoop.panel.now
        let arrival = now.advanced(by: .zero - socket.waitingTime)
        withUnsafeTemporaryAllocation(byteCount: Self.mostRead, alignment: 1) { buffer in
            let result = socket.read(into: buffer)
            readingWantsWriting = result == .wantsWriting
            switch result {
            case .count(let count):
                keepAlive?.received(at: now)
                reader.append(buffer[..<count])
                take(at: arrival)
            case .wantsReading, .wantsWriting: break
            case .ended, .failed: hungUp(result)
            }
        }
    }

    private func take(at time: MonotonicInstant) {
        do throws(MalformedPacket) {
            while !hasEnded, let packet = try reader.next() { try take(packet, at: time) }
        } catch {
            // The reason may be a message that the broker keeps, and sends again at each connection.
            end(.protocolError(address, reason: error.description), isAccepted ? .failed : .notUnderstood)
        }
    }

    /// A broker that does not know MQTT 5 may end the connection without a word.
    private func hungUp(_ result: BrokerSocket.Transfer) {
        guard isAccepted else { return end(.unanswered(address), .notUnderstood) }
        if case .failed(let reason) = result { return end(.tls(address, reason: reason), .failed) }
        end(.lost(address), hasServed ? .lost : .failed)
    }

    /// Sends the bytes of a packet after all earlier ones.
    private func send(_ packet: [UInt8]) {
        guard !hasEnded else { return }
        keepAlive?.sent(at: EventLoop.panel.now)
        output.add(packet)
        flush()
    }

    private func flush() {
        guard !hasEnded, let socket else { return }
        let outcome = output.flush { socket.write($0) }
        if case .ended(let result) = outcome { return hungUp(result) }
        watch?.wantsWriting = readingWantsWriting || output.wantsWriting
        if outcome == .clear(hadWaited: true), isClear { onClear?() }
    }

    // MARK: Messages

    /// Whether the broker has taken what was sent so far, as far as the kernel's buffer tells.
    var isClear: Bool { isAccepted && !hasEnded && output.isEmpty }

    /// Sends a message once. A message that exceeds the broker's limits, or that is lost with the connection, is not sent
    /// again. The first that exceeds them is an event.
    func publish(_ message: MQTTMessage) {
        guard let limits, let packet = ClientPacket.message(message, version) else { return }
        if message.isRetained, !limits.keepsMessages {
            exceeded(.keepsNothing(address))
        } else if packet.count > limits.largestPacket {
            exceeded(.packetTooLong(address, topic: message.topic, limit: limits.largestPacket))
        } else {
            send(packet)
        }
    }

    private func exceeded(_ problem: BrokerProblem) {
        guard !hasReportedLimits else { return }
        hasReportedLimits = true
        onEvent(.limited(problem))
    }

    /// Whether the broker has answered all subscriptions so far.
    var isSettled: Bool { unanswered.isEmpty }

    /// Asks for the messages of a filter, never more than once each (QoS 0).
    func subscribe(_ filter: TopicFilter) {
        ask(filter.text) { ClientPacket.subscription(to: filter, $0, version) }
    }

    /// Ends the messages of a filter.
    func unsubscribe(_ filter: String) {
        ask(nil) { ClientPacket.end(of: filter, $0, version) }
    }

    private func ask(_ filter: String?, by packet: (UInt16) -> [UInt8]?) {
        // 2.2.1: an identifier is not 0.
        repeat {
            lastIdentifier = lastIdentifier == .max ? 1 : lastIdentifier + 1
        } while unanswered[lastIdentifier] != nil
        guard isAccepted, !hasEnded, let packet = packet(lastIdentifier) else { return }
        unanswered[lastIdentifier] = .some(filter)
        send(packet)
    }

    /// Sends DISCONNECT, after which the broker sends no will, and ends the connection without an event. A broker that has
    /// not taken all messages gets no DISCONNECT, and sends the will.
    func close() {
        guard !hasEnded else { return }
        if isClear { send(ClientPacket.disconnect) }
        release()
    }

    /// Ends the connection without an event and without DISCONNECT, so that the broker sends the will.
    func drop() {
        if !hasEnded { release() }
    }

    private func end(_ problem: BrokerProblem, _ ending: ConnectionPlan.Ending) {
        guard !hasEnded else { return }
        release()
        onEvent(.ended(problem, ending))
    }

    private func release() {
        hasEnded = true
        attempt.end()
        watch?.cancel()
        timer?.cancel()
        (watch, timer, socket, output) = (nil, nil, nil, OutputBuffer())
    }

    // MARK: The broker's answers

    private func take(_ packet: BrokerPacket, at time: MonotonicInstant) throws(MalformedPacket) {
        guard isAccepted else {
            switch packet {
            case .accepted(let limits): accepted(limits)
            case .refused(let code): refused(code)
            default: throw MalformedPacket("a packet other than CONNACK first")
            }
            return
        }
        switch packet {
        case .accepted, .refused: throw MalformedPacket("a second CONNACK")
        case .message(let message): onEvent(.message(message, at: time))
        case .subscribed(let identifier, let code):
            guard let filter = unanswered.removeValue(forKey: identifier) else { break }
            if let filter, code >= 0x80 {
                onEvent(.limited(.denied(address, user: settings.user, filter: filter)))
            }
            answered()
        case .unsubscribed(let identifier):
            if unanswered.removeValue(forKey: identifier) != nil { answered() }
        case .pingResponse: break
        case .disconnected(let code): end(reason(ofDisconnect: code), hasServed ? .lost : .failed)
        }
    }

    private func accepted(_ limits: BrokerLimits) {
        self.limits = limits
        keepAlive = KeepAlive(.seconds(limits.keepAlive ?? settings.keepAlive), at: EventLoop.panel.now)
        armKeepAlive()
        onEvent(.accepted)
    }

    private func answered() {
        guard isSettled, !hasEnded else { return }
        hasServed = true
        onEvent(.settled)
    }

    /// The codes of MQTT 3.1.1 (3.2.2.3) are below 6, those of MQTT 5 (3.2.2.2) from 0x80 on.
    private func refused(_ code: UInt8) {
        switch (version, code) {
        case (.v5, 0x86), (.v311, 4): end(.wrongPassword(address, user: settings.user), .failed)
        case (.v5, 0x87), (.v311, 5): end(.notAuthorized(address, user: settings.user), .failed)
        case (.v5, 0x84), (.v311, 1): end(.unknownVersion(address), .notUnderstood)
        // The will is a message to keep.
        case (.v5, 0x9A): end(.keepsNothing(address), .failed)
        default: end(.refused(address, code: Int32(code)), .failed)
        }
    }

    /// The reason of a DISCONNECT (MQTT 5, 3.14.2.1).
    private func reason(ofDisconnect code: UInt8) -> BrokerProblem {
        switch code {
        case 0x8E: .takenOver(address, client: settings.client)
        case 0x80...: .dismissed(address, code: Int32(code))
        default: .lost(address)
        }
    }
}

/// Tells a worker's job whether its connection still wants the result: the job may wait behind an earlier name lookup.
private final class ConnectionAttempt: Sendable {
    private let isOver = Atomic(false)

    var isWanted: Bool { !isOver.load(ordering: .relaxed) }

    func end() { isOver.store(true, ordering: .relaxed) }
}
