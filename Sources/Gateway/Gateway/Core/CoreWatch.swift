import EventLoop
import LocalAPI
import MonotonicTime

/// Watches the panel as one session sees it, and waits for a core that is away.
///
/// ```
///           ┌────────── connecting ◀── the socket is there ──┐
///   core ───┤ GetInfo, JoinSession, ShowSession, Watch       │
///           └─▶ watching ── connection ends ──▶ away ────────┘
/// ```
@PanelActor
final class CoreWatch {
    /// The news of a core.
    enum Event: Sendable {
        /// The core is there again, or for the first time. Its whole state follows, beginning with a `reset`.
        case came
        /// The core has sent a notice, which is part of the picture already.
        case notice(PanelNotice)
        /// The core cannot be watched any more, or still cannot, and why.
        case away(Problem)
        /// The session has ended; nothing follows.
        case sessionEnded
    }

    /// The state as the session sees it.
    private(set) var picture = PanelPicture()
    /// Why the core cannot be watched; `nil` while it can.
    private(set) var absence: Problem?

    private let path: String
    private let version: String
    private let token: String?
    private let onEvent: @PanelActor (Event) -> Void
    private var watch: SocketWatch?
    private var client: VarlinkClient?
    private var retry: PanelTimer?
    private var retryDelay = RetryDelay()
    /// Runs while notices wait.
    private var rest: PanelTimer?

    /// Creates a watch that is not started yet.
    ///
    /// - Parameters:
    ///   - path: The path of the core's socket.
    ///   - version: The version of the core that is watched; no other one.
    ///   - token: The token of the session; `nil` to see what everybody may see.
    init(path: String, version: String, token: String?, onEvent: @escaping @PanelActor (Event) -> Void) {
        (self.path, self.version, self.token, self.onEvent) = (path, version, token, onEvent)
    }

    /// Whether the watch was started, and not stopped.
    var isStarted: Bool { watch != nil }

    /// Connects as soon as the core is there, and again whenever it has gone.
    func start() {
        guard watch == nil else { return }
        retry = EventLoop.panel.makeTimer { [weak self] in self?.watch?.lookAgain() }
        watch = SocketWatch(path: path) { [weak self] in self?.connect() }
        // Until the watch says that the core is there.
        if absence == nil { absence = Problem(.coreAway, "nothing listens on \(path)") }
    }

    /// Lets notices wait for some time, in which the core can send further ones.
    func rest(for duration: Duration) {
        if rest == nil { rest = EventLoop.panel.makeTimer { [weak self] in self?.client?.isPaused = false } }
        guard rest?.deadline == nil, let client else { return }
        client.isPaused = true
        rest?.arm(at: EventLoop.panel.now.advanced(by: duration))
    }

    /// Ends the connection to the core.
    func stop() {
        watch?.cancel()
        client?.close()
        retry?.cancel()
        rest?.cancel()
        (watch, client, retry) = (nil, nil, nil)
        picture = PanelPicture()
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
                case .success(let reply) where reply.value.person == nil: self?.onEvent(.sessionEnded)
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
            onEvent(.came)
            take(PanelNotice(.reset))
        }
        picture.apply(notice)
        onEvent(.notice(notice))
    }

    /// The connection to the core has ended, or nothing useful answers there.
    private func lost(_ client: VarlinkClient, _ problem: Problem) {
        guard client === self.client else { return }
        client.close()
        self.client = nil
        let wasThere = absence == nil
        absence = problem
        picture = PanelPicture()
        onEvent(.away(problem))
        // A core that is started again may keep its socket's file, of which the watch would report nothing.
        if wasThere { watch?.lookAgain() } else { retry?.arm(at: EventLoop.panel.now.advanced(by: retryDelay.next())) }
    }
}
