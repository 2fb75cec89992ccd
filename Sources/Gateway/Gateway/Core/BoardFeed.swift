import EventLoop
import HTTP
import LocalAPI

/// The levels of a simulated board's lines, and the text display, as they change, for all streams of the board's view.
///
/// A stream ends when the core does, and the view begins another one: it then gets all levels again.
@PanelActor
final class BoardFeed {
    /// The most streams. One person works the board.
    static let mostStreams = 4

    private let path: String
    private var clients: [VarlinkClient] = []
    /// The lines, in the board's order.
    private var lines: [BoardLine] = []
    private var display: PanelInterface.Display.Reply?
    private var streams: [ObjectIdentifier: HTTPExchange] = [:]

    /// - Parameter path: The path of the core's socket.
    init(path: String) {
        self.path = path
    }

    /// Sends a client all levels and the display, and then each change.
    func add(_ stream: HTTPExchange) throws(Problem) {
        for (key, stream) in streams where stream.isGone { end(key, stream) }
        guard streams.count < Self.mostStreams else {
            throw Problem(.tooMany, "\(streams.count) pages already watch the board; close one")
        }
        stream.beginStream(.eventStream)
        let key = ObjectIdentifier(stream)
        streams[key] = stream
        stream.onEnd = { [weak self] in self?.remove(key) }
        if clients.isEmpty { return start() }
        for line in lines { send(line, to: key, stream) }
        if let display { send(display, to: key, stream) }
    }

    /// Ends all streams, and the connections to the core.
    func stop() {
        for client in clients { client.close() }
        clients = []
        (lines, display) = ([], nil)
        let ending = streams.values
        streams = [:]
        for stream in ending { stream.endStream() }
    }

    private func start() {
        follow(BoardInterface.Levels.self, .init(follow: true)) { [weak self] in
            if let line = $0.line { self?.take(line) }
        }
        follow(PanelInterface.Display.self, .init()) { [weak self] in self?.take($0) }
    }

    /// Calls a method that replies for as long as its connection lasts, as the gateway's user.
    private func follow<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, take: @escaping @PanelActor (Method.Reply) -> Void
    ) {
        let client = VarlinkClient(path: path, usesWorker: false)
        clients.append(client)
        client.closed = { [weak self, weak client] in self?.lost(client) }
        client.call(method, parameters, more: true) { [weak self, weak client] result in
            switch result {
            case .success(let reply): take(reply.value)
            case .failure: self?.lost(client)
            }
        }
    }

    /// A core without a simulated board, or one that has ended, has nothing to follow.
    private func lost(_ client: VarlinkClient?) {
        if clients.contains(where: { $0 === client }) { stop() }
    }

    private func take(_ line: BoardLine) {
        if let index = lines.firstIndex(where: { $0.name == line.name && $0.usedBy == line.usedBy }) {
            lines[index] = line
        } else {
            lines.append(line)
        }
        for (key, stream) in streams { send(line, to: key, stream) }
    }

    private func take(_ display: PanelInterface.Display.Reply) {
        self.display = display
        for (key, stream) in streams { send(display, to: key, stream) }
    }

    private func send(_ line: BoardLine, to key: ObjectIdentifier, _ stream: HTTPExchange) {
        send("line", line, to: key, stream)
    }

    private func send(_ display: PanelInterface.Display.Reply, to key: ObjectIdentifier, _ stream: HTTPExchange) {
        send("display", display, to: key, stream)
    }

    private func send(_ event: String, _ value: some Encodable, to key: ObjectIdentifier, _ stream: HTTPExchange) {
        let json = String(decoding: HTTPResponse(json: value).body, as: UTF8.self)
        // A client that takes too little gets all levels when it connects again.
        if !stream.send(EventHistory.bytes(id: nil, event, json)) { end(key, stream) }
    }

    private func end(_ key: ObjectIdentifier, _ stream: HTTPExchange) {
        stream.endStream()
        remove(key)
    }

    private func remove(_ key: ObjectIdentifier) {
        if streams.removeValue(forKey: key) != nil, streams.isEmpty { stop() }
    }
}
