import EventLoop
import HTTP
import LocalAPI
import MQTT
import MonotonicTime

/// The settings of a gateway: the hosts that it serves, and the way to the core.
public struct GatewaySettings: Sendable {
    /// The path of the core's socket.
    public var socket: String
    /// The version of Holdfast. A core of another version is not used.
    public var version: String
    /// The hosts and origins that are served.
    var rules: OriginRules
    /// The symbols of the panel and its extensions.
    var symbols: PageSymbols
    /// The OpenAPI document.
    var document: [UInt8]
    /// The secret of the simulated board's address; `nil` where the gateway does not serve the board.
    public let boardKey: String?

    /// - Parameters:
    ///   - socket: The path of the core's socket.
    ///   - origins: The `https` origins by which a proxy on this machine serves the page, in lower case.
    ///   - isInsecure: Whether the gateway serves plain HTTP to other machines, without PINs.
    ///   - servesBoard: Whether the gateway serves the simulated board, with a new secret.
    public init(
        socket: String, version: String, origins: [String] = [], isInsecure: Bool = false, servesBoard: Bool = false,
        symbols: PageSymbols = PageSymbols()
    ) {
        (self.socket, self.version, self.symbols) = (socket, version, symbols)
        boardKey = servesBoard && !isInsecure ? BoardRoutes.newKey() : nil
        rules = OriginRules(origins: origins, isInsecure: isInsecure)
        document = OpenAPIDocument.bytes
    }
}

/// The page and the HTTP API of a panel: a client of the core's socket, and a server for browsers and programs.
///
/// ```
///   browser ─ request ─▶ HTTPServer ─▶ OriginRules ─▶ Router ─▶ routes ─▶ PanelCaller ─▶ core
///           ◀─ events ── PanelFeed ◀──────────────────────────────────── Watch ◀──────── core
/// ```
///
/// The gateway decides nothing about the lock: it passes each session's token on, and the core decides.
@PanelActor
public final class Gateway {
    private let settings: GatewaySettings
    private let server = HTTPServer()
    private let router: Router
    private let events: EventRoutes
    private let page: PageFiles
    private let board: Board?
    private var places = RequestPlaces()
    private var stops = ProcessStops()
    /// The places of the requests under way.
    private var taken: [ObjectIdentifier: (lane: RequestPlaces.Lane, client: Client)] = [:]
    /// When the gateway looks again for streams whose clients have gone.
    private var nextLook = MonotonicInstant.zero
    private let caller: PanelCaller
    private let topics: TopicExtension
    private var publisher: Publisher?
    /// Looks up brokers and connects, for one publisher after the other: a worker's thread never ends.
    private lazy var connecting = Worker()
    /// Waits for the panel to read its file again while nothing is published.
    private var reload: CoreWatch?

    /// The simulated board, with the routes by which the page works it.
    private struct Board {
        var router: Router
        var feed: BoardFeed
    }

    /// Creates a gateway that does not listen yet.
    public init(_ settings: GatewaySettings) {
        self.settings = settings
        page = PageFiles(symbols: settings.symbols)
        let caller = PanelCaller(path: settings.socket)
        self.caller = caller
        topics = TopicExtension(hostPath: NewFile.folder(of: settings.socket) + "/host")
        let operations = Operations()
        let events = EventRoutes(settings: settings, caller: caller)
        let sessions = SessionRoutes(caller: caller, rules: settings.rules)
        let panel = PanelRoutes(caller: caller, settings: settings) { [weak events] in events?.streamCount ?? 0 }
        let routes =
            ControlRoutes(caller: caller, operations: operations).routes
            + LayoutRoutes(caller: caller, sessions: sessions).routes + sessions.routes
            + LockRoutes(caller: caller).routes + HistoryRoutes(caller: caller).routes + panel.routes + events.routes
        router = Router(routes: routes)
        board = settings.boardKey.map { key in
            let feed = BoardFeed(path: settings.socket)
            let routes = BoardRoutes(caller: caller, feed: feed, key: key).routes
            return Board(router: Router(routes: routes, root: BoardRoutes.root), feed: feed)
        }
        self.events = events
        server.onRequest = { [weak self] in self?.answer($0) }
        server.onEnd = { [weak self] in self?.ended($0) }
    }

    /// Serves requests on a listening socket, which the gateway takes over.
    ///
    /// - Throws: `HTTPServerError`.
    public func listen(_ listener: OwnedDescriptor) throws(HTTPServerError) {
        try server.listen(listener)
    }

    /// Listens as the extension `gateway`, for the controls that live behind a broker.
    ///
    /// - Throws: `VarlinkServerError`.
    public func listen(asExtension socket: ExtensionSocket) throws(VarlinkServerError) {
        try topics.listen(socket, version: settings.version)
    }

    /// Publishes the panel to a broker, and takes its commands, until `stop`.
    ///
    /// - Parameters:
    ///   - onReload: Called when the panel has come, or has read its file again, with whether the panel runs that text.
    ///   - onNews: Called with what the journal is to tell.
    public func publish(
        _ panel: PublishedPanel, to broker: BrokerSettings, onReload: @escaping @PanelActor (Bool) -> Void,
        onNews: @escaping @PanelActor (BrokerNews) -> Void
    ) {
        publisher?.stop(keeping: Set(panel.shares.values))
        endWaiting()
        publisher = Publisher(
            panel, to: broker, caller: caller, topics: topics, version: settings.version, connecting: connecting,
            onReload: onReload, onNews: onNews)
        publisher?.start()
    }

    /// Ends what `publish` has begun, and takes note why nothing is published.
    ///
    /// - Parameter onReload: Called when the panel has come, or has read its file again, with whether the panel runs that text.
    public func stopPublishing(_ reason: String, onReload: @escaping @PanelActor (Bool) -> Void) {
        publisher?.stop(keeping: [])
        publisher = nil
        topics.fail(reason)
        guard reload == nil else { return }
        reload = CoreWatch(path: settings.socket, version: settings.version, token: nil) { [weak self] event in
            guard case .notice(let notice) = event, notice.event == .ready, let watch = self?.reload else { return }
            onReload(watch.picture.runsFile)
        }
        reload?.start()
    }

    /// Tells the gateway of SIGCONT: its process was stopped, and goes on.
    ///
    /// The gateway drops the messages of the broker that have come meanwhile, and begins a new connection to the broker. For
    /// 5 s, it refuses requests to act without the moment of the touch. A program blocks SIGCONT before it creates a gateway.
    public func continued() {
        stops.ended(at: EventLoop.panel.now)
        publisher?.reconnect()
    }

    private func endWaiting() {
        reload?.stop()
        reload = nil
    }

    /// Ends all streams and connections.
    public func stop() {
        publisher?.stop(keeping: nil)
        endWaiting()
        topics.stop()
        events.stop()
        board?.feed.stop()
        server.stop()
    }

    /// The routes as in the OpenAPI document: `GET controls/{control}`.
    var routeNames: [String] { router.routes.map { "\($0.method) \($0.pattern)" } }

    private func answer(_ http: HTTPExchange) {
        do throws(Problem) {
            if let problem = settings.rules.problem(of: http.request) { throw problem }
            let client = settings.rules.client(of: http.request)
            let routers = [router, board?.router].compactMap(\.self)
            guard let router = routers.first(where: { http.request.path.hasPrefix($0.root) }) else {
                try take(.files, for: client, http)
                return http.respond(try page.response(to: http.request))
            }
            let (route, values) = try router.route(http.request)
            // The process may stop between any two lines: the moment counts only if no stop was before the second one.
            let now = RequestTime.now
            let readAt = stops.mayHoldBack(at: EventLoop.panel.now) ? nil : now
            let exchange = try Exchange(http, values: values, client: client, lane: route.lane, readAt: readAt)
            try take(route.lane, for: caller.client(of: exchange.caller), http)
            try route.answer(exchange)
        } catch {
            http.respond(error.response.guarded)
        }
    }

    private func take(_ lane: RequestPlaces.Lane, for client: Client, _ http: HTTPExchange) throws(Problem) {
        guard places.take(lane, for: client) else {
            if lane == .other { endGoneStreams() }
            throw Problem(.tooMany, "too many requests of this kind are in progress; wait until one has ended")
        }
        taken[ObjectIdentifier(http)] = (lane, client)
    }

    /// Frees the places of quiet streams whose clients have gone, for later requests. A flood has the gateway look once a second.
    private func endGoneStreams() {
        let now = EventLoop.panel.now
        guard now >= nextLook else { return }
        nextLook = now.advanced(by: .seconds(1))
        events.endGoneStreams()
    }

    private func ended(_ http: HTTPExchange) {
        guard let (lane, client) = taken.removeValue(forKey: ObjectIdentifier(http)) else { return }
        places.leave(lane, for: client)
    }
}
