import EventLoop
import HTTP
import LocalAPI

/// The streams of events, one feed of the core for all streams of a session.
@PanelActor
final class EventRoutes {
    /// The most streams without a session.
    static let mostAnonymousStreams = 48
    /// The most streams of a session, and of another machine without one. The programs of this machine may have all that need
    /// no session.
    static let mostOfSession = 8, mostOfMachine = 24
    /// The most sessions with streams. The core grants a process 24 connections. `PanelCaller` uses 15 of them, the board two,
    /// and the feeds of pages without a session and of the broker one each.
    static let mostSessions = 5

    private let settings: GatewaySettings
    private let caller: PanelCaller
    private var feeds: [String?: PanelFeed] = [:]

    init(settings: GatewaySettings, caller: PanelCaller) {
        (self.settings, self.caller) = (settings, caller)
    }

    /// The number of open streams.
    var streamCount: Int { feeds.values.reduce(0) { $0 + $1.streamCount } }

    var routes: [Route] { [Route("GET", "events") { [self] exchange throws(Problem) in try begin(exchange) }] }

    private func begin(_ exchange: Exchange) throws(Problem) {
        guard exchange.request.method != "HEAD" else {
            return exchange.http.respond(HTTPResponse(type: "text/event-stream").guarded)
        }
        guard let token = exchange.token, feeds[token] == nil else { return try join(exchange) }
        // A feed makes connections to the core. A client must not cause any number of them by tokens that it makes up.
        caller.askOnce(PanelInterface.ShowSession.self, NoParameters(), as: exchange.caller) { [self] result in
            switch result {
            case .success(let session) where session.person == nil: PanelFeed.sayEnded(exchange.http)
            // While the core is away, a confirmed session may watch for its return.
            case .failure(let problem) where problem.kind != .coreAway || !hasSession(exchange):
                exchange.respond(problem)
            case .success, .failure:
                do throws(Problem) { try join(exchange) } catch { exchange.respond(error) }
            }
        }
    }

    /// Whether the core has confirmed the caller's session before.
    private func hasSession(_ exchange: Exchange) -> Bool {
        if case .session = caller.client(of: exchange.caller) { true } else { false }
    }

    private func join(_ exchange: Exchange) throws(Problem) {
        let client = caller.client(of: exchange.caller)
        if isFull(for: client, exchange.token) { endGoneStreams() }
        guard !isFull(for: client, exchange.token) else {
            throw Problem(.tooMany, "\(streamCount) pages already watch the panel; close one")
        }
        let feed = try feed(of: exchange.token)
        feed.add(exchange.http, of: client, since: exchange.request.header("Last-Event-ID"))
    }

    private func feed(of token: String?) throws(Problem) -> PanelFeed {
        if let feed = feeds[token] { return feed }
        if token != nil, feeds.count(where: { $0.key != nil }) >= Self.mostSessions { endGoneStreams() }
        if token != nil, feeds.count(where: { $0.key != nil }) >= Self.mostSessions {
            throw Problem(.tooMany, "\(Self.mostSessions) sessions already watch the panel; lock one")
        }
        let feed = PanelFeed(caller: caller, version: settings.version, token: token)
        feed.onEnd = { [weak self] in self?.ended($0) }
        feeds[token] = feed
        return feed
    }

    private func isFull(for client: Client, _ token: String?) -> Bool {
        let own = feeds[token]?.streamCount(of: client) ?? 0
        return switch client {
        case .session: own >= Self.mostOfSession
        case .machine: own >= Self.mostOfMachine || isFullOfAnonymous
        case .local, .broker, .board: isFullOfAnonymous
        }
    }

    private var isFullOfAnonymous: Bool { (feeds[nil]?.streamCount ?? 0) >= Self.mostAnonymousStreams }

    /// Ends the streams whose clients have gone. Their places come back in the loop's next turn.
    func endGoneStreams() {
        for feed in Array(feeds.values) { feed.endGoneStreams() }
    }

    private func ended(_ feed: PanelFeed) {
        if feeds[feed.token] === feed { feeds[feed.token] = nil }
    }

    /// Ends all streams.
    func stop() {
        for feed in feeds.values { feed.stop() }
        feeds = [:]
    }
}
