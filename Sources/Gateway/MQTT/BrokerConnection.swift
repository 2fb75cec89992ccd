import CMosquitto
import EventLoop
import Glibc
import MonotonicTime

/// One connection to a broker by libmosquitto, from the attempt to its end.
///
/// The library looks names up and connects with blocking calls, which a worker makes. All else happens on the loop: a copy of
/// the socket is watched, and the library reads and writes. It needs no thread and wakes for keep-alives alone.
@PanelActor
final class BrokerConnection {
    /// The news of a connection.
    enum Event: Sendable {
        /// The broker has accepted the client.
        case accepted
        /// A message has arrived.
        case message(MQTTMessage)
        /// The broker does not let the client subscribe to a filter.
        case denied(String)
        /// The connection has ended. No event follows.
        case ended(BrokerProblem, ConnectionPlan.Ending)
    }

    /// How long the broker has to accept the client.
    private static let patience = Duration.seconds(20)

    private let settings: BrokerSettings
    private let version: ConnectionPlan.Version
    private let onEvent: @PanelActor (Event) -> Void
    /// Called when the broker has taken what was sent so far.
    var onClear: (@PanelActor () -> Void)?
    private let library: BrokerLibrary
    private var socket: OwnedDescriptor?
    private var watch: DescriptorWatch?
    private var timer: PanelTimer?
    private var filters: [Int32: String] = [:]
    /// Why the broker does not accept the client.
    private var refusal: (problem: BrokerProblem, ending: ConnectionPlan.Ending)?
    /// Why the broker has ended the connection.
    private var goodbye: BrokerProblem?
    private var isAccepted = false
    /// The proofs of life; `nil` until the broker has accepted the client.
    private var keepAlive: KeepAlive?
    private var hasEnded = false

    /// Creates a connection that is not opened yet.
    ///
    /// - Throws: `BrokerProblem.certificateFile`.
    init(
        _ settings: BrokerSettings, version: ConnectionPlan.Version, onEvent: @escaping @PanelActor (Event) -> Void
    ) throws(BrokerProblem) {
        (self.settings, self.version, self.onEvent) = (settings, version, onEvent)
        library = try BrokerLibrary(settings, version)
        library.take(self)
    }

    // MARK: The way to the broker

    /// Looks up the broker's name and connects, on the worker.
    func open(by worker: any JobQueue) {
        let (library, settings) = (library, settings)
        worker.perform({ library.connect(settings) }) { [weak self] in self?.opened($0) }
        arm(Self.patience)
    }

    private func opened(_ result: BrokerLibrary.Result) {
        guard !hasEnded else { return }
        if let problem = problem(of: result) { return end(problem, .failed) }
        do {
            socket = OwnedDescriptor(fcntl(library.call.socket(library.handle), F_DUPFD_CLOEXEC, 0))
            watch = try EventLoop.panel.watch(socket?.number ?? -1) { [weak self] in self?.work($0) }
        } catch {
            return end(.unreachable(address, reason: error.description), .failed)
        }
        settle()
    }

    private func work(_ readiness: DescriptorWatch.Readiness) {
        var code = MOSQ_ERR_SUCCESS
        if readiness.isReadable || readiness.isFailed {
            keepAlive?.received(at: EventLoop.panel.now)
            code = mosq_err_t(library.call.loop_read(library.handle, 1))
        }
        if code == MOSQ_ERR_SUCCESS, readiness.isWritable, !hasEnded {
            keepAlive?.sent(at: EventLoop.panel.now)
            code = mosq_err_t(library.call.loop_write(library.handle, 1))
        }
        finish(code)
    }

    /// Called when a proof of life may be due, and when the broker has taken too long to accept the client.
    private func tick() {
        guard isAccepted else { return end(.silent(address), .failed) }
        let isDue = keepAlive?.asks(at: EventLoop.panel.now) == true
        armKeepAlive()
        if isDue { finish(mosq_err_t(library.call.loop_misc(library.handle))) }
    }

    private func armKeepAlive() {
        if let keepAlive { timer?.arm(at: keepAlive.due) }
    }

    private func finish(_ code: mosq_err_t) {
        guard !hasEnded else { return }
        // After the broker's DISCONNECT the library has closed the socket, and reports no error.
        if let goodbye { return end(goodbye, .lost) }
        if code != MOSQ_ERR_SUCCESS {
            if let refusal { return end(refusal.problem, refusal.ending) }
            let result = BrokerLibrary.Result(code: code.rawValue, systemCode: SystemCall.lastError)
            let isOver = code == MOSQ_ERR_CONN_LOST || code == MOSQ_ERR_NO_CONN || code == MOSQ_ERR_KEEPALIVE
            let reason =
                isOver || code == MOSQ_ERR_ERRNO
                ? isAccepted ? BrokerProblem.lost(address) : .unanswered(address) : problem(of: result)
            // A broker that does not know MQTT 5 may end the connection without a word.
            return end(reason ?? .lost(address), isAccepted ? .lost : code == MOSQ_ERR_TLS ? .failed : .notUnderstood)
        }
        settle()
    }

    private func settle() {
        let wasWaiting = watch?.wantsWriting == true
        watch?.wantsWriting = library.call.want_write(library.handle)
        if wasWaiting, isClear { onClear?() }
    }

    private func arm(_ wait: Duration) {
        if timer == nil { timer = EventLoop.panel.makeTimer { [weak self] in self?.tick() } }
        timer?.arm(at: EventLoop.panel.now.advanced(by: wait))
    }

    // MARK: Messages

    /// Whether the broker has taken what was sent so far, as far as the kernel's buffer tells.
    var isClear: Bool { isAccepted && !hasEnded && !library.call.want_write(library.handle) }

    /// Sends a message once. A message that is too large for the broker, or lost with the connection, is not sent again.
    func publish(_ message: MQTTMessage) {
        guard isAccepted, !hasEnded else { return }
        keepAlive?.sent(at: EventLoop.panel.now)
        _ = message.payload.withUnsafeBytes { bytes in
            library.call.publish_v5(
                library.handle, nil, message.topic, Int32(bytes.count), bytes.baseAddress, 0, message.isRetained, nil)
        }
        settle()
    }

    /// Asks for the messages of a filter, never more than once each (QoS 0).
    func subscribe(_ filter: TopicFilter) {
        guard isAccepted, !hasEnded else { return }
        keepAlive?.sent(at: EventLoop.panel.now)
        var number: Int32 = 0
        var options: UInt32 = 0
        if version == .v5 {
            if !filter.includesOwn { options |= MQTT_SUB_OPT_NO_LOCAL.rawValue }
            if filter.marksKept { options |= MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue }
        }
        let code = library.call.subscribe_v5(library.handle, &number, filter.text, 0, Int32(options), nil)
        if code == MOSQ_ERR_SUCCESS.code { filters[number] = filter.text }
        settle()
    }

    /// Ends the messages of a filter.
    func unsubscribe(_ filter: TopicFilter) {
        guard isAccepted, !hasEnded else { return }
        keepAlive?.sent(at: EventLoop.panel.now)
        _ = library.call.unsubscribe_v5(library.handle, nil, filter.text, nil)
        settle()
    }

    /// Says goodbye, so that the broker sends no will, and ends the connection without an event. Where the broker has not
    /// taken all messages, it gets no goodbye, and sends the will.
    func close() {
        guard !hasEnded else { return }
        if isClear { _ = library.call.disconnect_v5(library.handle, 0, nil) }
        release()
    }

    private func end(_ problem: BrokerProblem, _ ending: ConnectionPlan.Ending) {
        guard !hasEnded else { return }
        release()
        onEvent(.ended(problem, ending))
    }

    private func release() {
        hasEnded = true
        watch?.cancel()
        timer?.cancel()
        (watch, timer, socket) = (nil, nil, nil)
        library.take(nil)
    }

    // MARK: The broker's answers

    /// - Parameter seconds: The keep-alive time that the broker wants in place of the client's (MQTT 5, 3.2.2.3.14).
    func accepted(_ code: Int32, keepAlive seconds: UInt16?) {
        guard !hasEnded else { return }
        guard code == 0 else { return refusal = refusalOf(code) }
        isAccepted = true
        keepAlive = KeepAlive(.seconds(seconds ?? settings.keepAlive), at: EventLoop.panel.now)
        armKeepAlive()
        onEvent(.accepted)
    }

    func ended(_ code: Int32) {
        // MQTT 5, 3.14.2.1: the codes of a DISCONNECT begin here. Below are those of the library.
        guard code >= MQTT_RC_UNSPECIFIED.code else { return }
        goodbye =
            code == MQTT_RC_SESSION_TAKEN_OVER.code
            ? .takenOver(address, client: settings.client) : .dismissed(address, code: code)
    }

    func subscribed(_ number: Int32, _ granted: Int32) {
        guard let filter = filters.removeValue(forKey: number), granted >= 0x80, !hasEnded else { return }
        onEvent(.denied(filter))
    }

    func arrived(_ message: MQTTMessage) {
        if !hasEnded { onEvent(.message(message)) }
    }

    /// The codes of MQTT 3.1.1 (3.2.2.3) are below 6, those of MQTT 5 (3.2.2.2) from 0x80 on.
    private func refusalOf(_ code: Int32) -> (problem: BrokerProblem, ending: ConnectionPlan.Ending) {
        switch code {
        case MQTT_RC_BAD_USERNAME_OR_PASSWORD.code, CONNACK_REFUSED_BAD_USERNAME_PASSWORD.code:
            (.wrongPassword(address, user: settings.user), .failed)
        case MQTT_RC_NOT_AUTHORIZED.code, CONNACK_REFUSED_NOT_AUTHORIZED.code:
            (.notAuthorized(address, user: settings.user), .failed)
        case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.code, CONNACK_REFUSED_PROTOCOL_VERSION.code:
            (.protocolError(address), .notUnderstood)
        default: (.refused(address, code: code), .failed)
        }
    }

    private var address: String { settings.address }

    private func problem(of result: BrokerLibrary.Result) -> BrokerProblem? {
        switch mosq_err_t(result.code) {
        case MOSQ_ERR_SUCCESS: nil
        case MOSQ_ERR_EAI: .unknownHost(address)
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE, MOSQ_ERR_OCSP:
            .tls(address, reason: library.lastComplaint ?? "no reason given")
        case MOSQ_ERR_ERRNO: .unreachable(address, reason: SystemCall.message(result.systemCode))
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_OVERSIZE_PACKET: .protocolError(address)
        default: .unreachable(address, reason: library.reason(result.code))
        }
    }
}
