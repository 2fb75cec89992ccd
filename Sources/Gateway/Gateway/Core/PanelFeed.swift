import ControlModel
import EventLoop
import FoundationEssentials
import HTTP
import LocalAPI
import MonotonicTime

/// The events of the panel as one session sees them, for all streams of this session.
@PanelActor
final class PanelFeed {
    /// The token of the session; `nil` for the feed of everybody without one.
    let token: String?
    /// Called when the feed has no streams any more, and when its session has ended.
    var onEnd: (@PanelActor (PanelFeed) -> Void)?

    private let caller: PanelCaller
    private let version: String
    private lazy var core = CoreWatch(path: caller.path, version: version, token: token) { [weak self] in self?.take($0)
    }
    private var history = EventHistory(era: PanelFeed.newEra())
    private var streams: [ObjectIdentifier: HTTPExchange] = [:]
    private var clients: [ObjectIdentifier: Client] = [:]
    private var keepAlive: PanelTimer?
    private var beginning: PanelTimer?

    /// The time between two comments in a quiet stream. Proxies close connections that are quiet for a minute.
    private static let quiet = Duration.seconds(30)
    /// The time that a core has to answer before its absence is an event.
    private static let patience = Duration.milliseconds(500)

    init(caller: PanelCaller, version: String, token: String?) {
        (self.caller, self.version, self.token) = (caller, version, token)
    }

    var streamCount: Int { streams.count }

    /// The number of streams of a client.
    func streamCount(of client: Client) -> Int { clients.values.count { $0 == client } }

    // MARK: Streams

    /// Sends a client the events from now on: first what it missed since `lastID`, or else the whole state.
    func add(_ stream: HTTPExchange, of client: Client, since lastID: String?) {
        stream.beginStream(.eventStream)
        let key = ObjectIdentifier(stream)
        streams[key] = stream
        clients[key] = client
        stream.onEnd = { [weak self] in self?.remove(key) }
        if let absence = core.absence, core.isStarted {
            stream.send(EventHistory.bytes(id: nil, "core", Self.json(CoreEvent(isAway: true, detail: absence.detail))))
        }
        if let missed = lastID.flatMap(history.events(after:)) {
            for event in missed { send(event.bytes, to: key, stream) }
        } else {
            send(state, to: key, stream)
        }
        if !core.isStarted { start() }
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
        let notices = [PanelNotice(.reset)] + core.picture.notices
        let bytes = notices.flatMap { EventHistory.bytes(id: nil, "notice", Self.json($0)) }
        guard core.picture.isWhole else { return bytes }
        return bytes + EventHistory.bytes(id: history.lastID, "notice", Self.json(PanelNotice(.ready)))
    }

    private func remove(_ key: ObjectIdentifier) {
        clients[key] = nil
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
    private func send(_ event: String, _ data: some Encodable) { sendToAll(history.add(event, Self.json(data))) }

    /// Ends all streams, and the connection to the core.
    func stop() {
        core.stop()
        keepAlive?.cancel()
        beginning?.cancel()
        (keepAlive, beginning) = (nil, nil)
        let ending = streams.values
        (streams, clients) = ([:], [:])
        for stream in ending { stream.endStream() }
    }

    // MARK: The core

    private func start() {
        beginning = EventLoop.panel.makeTimer { [weak self] in
            guard let self, let absence = core.absence else { return }
            send("core", CoreEvent(isAway: true, detail: absence.detail))
        }
        beginning?.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        core.start()
    }

    private func take(_ event: CoreWatch.Event) {
        switch event {
        case .came: send("core", CoreEvent(isAway: false))
        case .away(let problem): send("core", CoreEvent(isAway: true, detail: problem.detail))
        case .sessionEnded: endSession()
        case .notice(let notice) where notice.event == .reset:
            // The viewers may see more or less than before, or have lost events: no stream resumes from here.
            history = EventHistory(era: Self.newEra())
            send("notice", notice)
            if token != nil { checkSession() }
        case .notice(let notice): send("notice", notice)
        }
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
