import ControlModel
import EventLoop
import FoundationEssentials
import HTTP
import LocalAPI
import MonotonicTime

/// The events of the panel as one session sees them, for all streams of this session.
///
/// ```
///           ┌────────── connecting ◀── the socket is there ──┐
///   core ───┤ GetInfo, JoinSession, ShowSession, Watch       │
///           └─▶ watching ── connection ends ──▶ away ────────┘
/// ```
@PanelActor
final class PanelFeed {
    /// The token of the session; `nil` for the feed of everybody without one.
    let token: String?
    /// The state as the session sees it.
    private(set) var picture = PanelPicture()
    /// Why the core cannot be watched; `nil` while it can.
    private(set) var absence: Problem?
    /// Called when the feed has no streams any more, and when its session has ended.
    var onEnd: (@PanelActor (PanelFeed) -> Void)?

    private let caller: PanelCaller
    private let version: String
    private var watch: SocketWatch?
    private var client: VarlinkClient?
    private var history = EventHistory(era: PanelFeed.newEra())
    private var streams: [ObjectIdentifier: HTTPExchange] = [:]
    private var keepAlive: PanelTimer?
    private var retry: PanelTimer?
    private var beginning: PanelTimer?
    private var retryDelay = RetryDelay()

    /// The time between two comments in a quiet stream. Proxies close connections that are quiet for a minute.
    private static let quiet = Duration.seconds(30)
    /// The time that a core has to answer before its absence is an event.
    private static let patience = Duration.milliseconds(500)

    init(caller: PanelCaller, version: String, token: String?) {
        (self.caller, self.version, self.token) = (caller, version, token)
    }

    private var path: String { caller.path }

    /// The number of streams.
    var streamCount: Int { streams.count }

    // MARK: Streams

    /// Sends a client the events from now on: first what it missed since `lastID`, or else the whole state.
    func add(_ stream: HTTPExchange, since lastID: String?) {
        stream.beginStream(.eventStream)
        let key = ObjectIdentifier(stream)
        streams[key] = stream
        stream.onEnd = { [weak self] in self?.remove(key) }
        if let absence, watch != nil {
            stream.send(EventHistory.bytes(id: nil, "core", Self.json(CoreEvent(isAway: true, detail: absence.detail))))
        }
        if let missed = lastID.flatMap(history.events(after:)) {
            for event in missed { send(event.bytes, to: key, stream) }
        } else {
            send(state, to: key, stream)
        }
        if watch == nil { start() }
        if keepAlive == nil {
            keepAlive = EventLoop.panel.makeTimer { [weak self] in self?.keepStreamsAlive() }
            keepAlive?.arm(at: EventLoop.panel.now.advanced(by: Self.quiet))
        }
    }

    /// Tells a client that its session has ended, or has never been.
    static func sayEnded(_ stream: HTTPExchange) {
        stream.beginStream(.eventStream)
        stream.send(EventHistory.bytes(id: nil, "session", json(SessionEvent(isLocked: true))))
        stream.endStream()
    }

    /// Ends the streams whose clients have gone.
    func endGoneStreams() {
        for (key, stream) in streams where stream.isGone {
            stream.endStream()
            remove(key)
        }
    }

    /// The whole state as events. Only the last one has an identifier: who is cut off before gets the whole state again.
    private var state: [UInt8] {
        let notices = [PanelNotice(.reset)] + picture.notices
        let bytes = notices.flatMap { EventHistory.bytes(id: nil, "notice", Self.json($0)) }
        guard picture.isWhole else { return bytes }
        return bytes + EventHistory.bytes(id: history.lastID, "notice", Self.json(PanelNotice(.ready)))
    }

    private func remove(_ key: ObjectIdentifier) {
        guard streams.removeValue(forKey: key) != nil, streams.isEmpty else { return }
        stop()
        onEnd?(self)
    }

    private func send(_ bytes: [UInt8], to key: ObjectIdentifier, _ stream: HTTPExchange) {
        // A client that takes too little gets the whole state when it connects again.
        if !stream.send(bytes) { stream.endStream() }
    }

    private func sendToAll(_ bytes: [UInt8]) {
        for (key, stream) in streams { send(bytes, to: key, stream) }
    }

    private func keepStreamsAlive() {
        sendToAll(Array(":\n\n".utf8))
        keepAlive?.arm(at: EventLoop.panel.now.advanced(by: Self.quiet))
    }

    /// Sends an event of the gateway's own to all streams.
    func send(_ event: String, _ data: some Encodable) { sendToAll(history.add(event, Self.json(data))) }

    /// Ends all streams, and the connection to the core.
    func stop() {
        watch?.cancel()
        client?.close()
        keepAlive?.cancel()
        retry?.cancel()
        beginning?.cancel()
        (watch, client, keepAlive, retry, beginning) = (nil, nil, nil, nil, nil)
        let ending = streams.values
        streams = [:]
        for stream in ending { stream.endStream() }
        picture = PanelPicture()
    }

    // MARK: The core

    private func start() {
        retry = EventLoop.panel.makeTimer { [weak self] in self?.watch?.lookAgain() }
        beginning = EventLoop.panel.makeTimer { [weak self] in
            guard let self, let absence else { return }
            send("core", CoreEvent(isAway: true, detail: absence.detail))
        }
        beginning?.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        watch = SocketWatch(path: path) { [weak self] in self?.connect() }
        // Until the watch says that the core is there.
        if absence == nil { absence = Problem(.coreAway, "nothing listens on \(path)") }
    }

    private func connect() {
        guard client == nil else { return }
        let client = VarlinkClient(path: path, usesWorker: false)
        self.client = client
        client.closed = { [weak self, weak client] in
            if let client { self?.lost(client, Problem(.coreAway, "the panel has ended")) }
        }
        client.call(VarlinkService.GetInfo.self, NoParameters()) { [weak self, version] result in
            switch result {
            case .failure(let error): self?.lost(client, Problem(error))
            case .success(let reply) where reply.value.version != version:
                self?.lost(client, Problem(coreVersion: reply.value.version, version: version))
            case .success: self?.watchPanel(client)
            }
        }
    }

    private func watchPanel(_ client: VarlinkClient) {
        let session = PanelInterface.JoinSession.Parameters(token: token ?? PanelCaller.nobodysToken, prolongs: false)
        client.call(PanelInterface.JoinSession.self, session) { [weak self] result in
            guard let self else { return }
            if case .failure(let error) = result { return lost(client, Problem(error)) }
            guard token != nil else { return takeNotices(client) }
            client.call(PanelInterface.ShowSession.self, NoParameters()) { [weak self] result in
                switch result {
                case .failure(let error): self?.lost(client, Problem(error))
                case .success(let reply) where reply.value.person == nil: self?.endSession()
                case .success: self?.takeNotices(client)
                }
            }
        }
    }

    private func takeNotices(_ client: VarlinkClient) {
        client.call(PanelInterface.Watch.self, NoParameters(), more: true) { [weak self] result in
            switch result {
            case .failure(let error): self?.lost(client, Problem(error))
            case .success(let reply): self?.take(reply.value.notice)
            }
        }
    }

    private func take(_ notice: PanelNotice) {
        if absence != nil {
            absence = nil
            retryDelay.reset()
            send("core", CoreEvent(isAway: false))
            take(PanelNotice(.reset))
        }
        picture.apply(notice)
        guard notice.event == .reset else { return send("notice", notice) }
        // The viewers may see more or less than before, so no stream resumes from here.
        history = EventHistory(era: Self.newEra())
        send("notice", notice)
        if token != nil { checkSession() }
    }

    /// Looks whether the session still lasts: the core sends everything again when it has ended.
    private func checkSession() {
        caller.askOnce(PanelInterface.ShowSession.self, NoParameters(), as: Caller(token: token)) {
            [weak self] result in
            guard let self, !streams.isEmpty else { return }
            switch result {
            case .success(let session) where session.person == nil: endSession()
            case .success: break
            case .failure:
                // The clients connect again, and the session is looked at again.
                stop()
                onEnd?(self)
            }
        }
    }

    private func endSession() {
        send("session", SessionEvent(isLocked: true))
        stop()
        onEnd?(self)
    }

    /// The connection to the core has ended, or nothing useful answers there.
    private func lost(_ client: VarlinkClient, _ problem: Problem) {
        guard client === self.client else { return }
        client.close()
        self.client = nil
        let wasThere = absence == nil
        absence = problem
        picture = PanelPicture()
        send("core", CoreEvent(isAway: true, detail: problem.detail))
        // A core that is started again may keep its socket's file, of which the watch would report nothing.
        if wasThere { watch?.lookAgain() } else { retry?.arm(at: EventLoop.panel.now.advanced(by: retryDelay.next())) }
    }

    // MARK: Events

    private struct CoreEvent: Encodable {
        var isAway: Bool
        var detail: String?
    }

    private struct SessionEvent: Encodable {
        var isLocked: Bool
    }

    private static func json(_ value: some Encodable) -> String {
        String(decoding: HTTPResponse(json: value).body, as: UTF8.self)
    }

    private static func newEra() -> String { String(Token.random().prefix(8)) }
}
