import EventLoop
import HTTP
import LocalAPI

/// The streams of events, one feed of the core for all streams of a session.
@PanelActor
final class EventRoutes {
    /// The most streams of all sessions.
    static let mostStreams = 64
    /// The most sessions with streams: the core grants a user 16 calls that stay open.
    static let mostSessions = 8

    private let settings: GatewaySettings
    private var feeds: [String?: PanelFeed] = [:]

    init(settings: GatewaySettings) {
        self.settings = settings
    }

    /// The number of open streams.
    var streamCount: Int { feeds.values.reduce(0) { $0 + $1.streamCount } }

    var routes: [Route] { [Route("GET", "events") { [self] exchange throws(Problem) in try begin(exchange) }] }

    private func begin(_ exchange: Exchange) throws(Problem) {
        guard exchange.request.method != "HEAD" else {
            return exchange.http.respond(HTTPResponse(type: "text/event-stream").guarded)
        }
        if streamCount >= Self.mostStreams { endGoneStreams() }
        guard streamCount < Self.mostStreams else {
            throw Problem(.tooMany, "\(streamCount) pages watch the panel already; close one")
        }
        let feed = try feed(of: exchange.token)
        feed.add(exchange.http, since: exchange.request.header("Last-Event-ID"))
    }

    private func feed(of token: String?) throws(Problem) -> PanelFeed {
        if let feed = feeds[token] { return feed }
        if token != nil, feeds.count(where: { $0.key != nil }) >= Self.mostSessions { endGoneStreams() }
        if token != nil, feeds.count(where: { $0.key != nil }) >= Self.mostSessions {
            throw Problem(.tooMany, "\(Self.mostSessions) sessions watch the panel already; lock one")
        }
        let feed = PanelFeed(path: settings.socket, version: settings.version, token: token)
        feed.onEnd = { [weak self] in self?.ended($0) }
        feeds[token] = feed
        return feed
    }

    private func endGoneStreams() {
        for feed in Array(feeds.values) { feed.endGoneStreams() }
    }

    private func ended(_ feed: PanelFeed) {
        if feeds[feed.token] === feed { feeds[feed.token] = nil }
    }

    /// Tells the streams of a session how far an operation is. Streams without a session are one group: the core tells
    /// callers without a PIN nothing private about an operation.
    func send(_ state: Operations.State, of token: String?) { feeds[token]?.send("operation", state) }

    /// Ends all streams.
    func stop() {
        for feed in feeds.values { feed.stop() }
        feeds = [:]
    }
}
