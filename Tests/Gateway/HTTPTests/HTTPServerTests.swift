import EventLoop
import Glibc
import MonotonicTime
import Testing

@testable import HTTP

/// The server on loopback, with clients that send bytes.
@PanelActor
@Suite(.timeLimit(.minutes(1)))
struct HTTPServerTests {
    private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Calls `body` with a server that answers by `respond`, and expects that nothing of it is left afterwards.
    private func serve(
        limits: HTTPLimits = HTTPLimits(), _ respond: @escaping @PanelActor (HTTPExchange) -> Void,
        _ body: @PanelActor (ListenAddress, HTTPServer) async throws -> Void
    ) async throws {
        let server = HTTPServer()
        server.onRequest = respond
        let (socket, address) = try ListenAddress(host: "127.0.0.1", port: 0).listen()
        try server.listen(socket, limits: limits)
        try await body(address, server)
        server.stop()
        #expect(server.connectionCount == 0)
    }

    private func body(of text: String) -> String {
        text.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    }

    @Test("a request arrives with method, path, query, headers and body, and gets status, headers and body")
    func exchange() async throws {
        try await serve { exchange in
            let request = exchange.request
            #expect(request.method == "PUT" && request.path == "/a b/ä")
            #expect(request.query == [.init("x", "1 2"), .init("y", "")])
            #expect(request.header("content-type") == "text/plain" && request.header("x-none") == nil)
            #expect(request.body == Array("hello".utf8))
            exchange.respond(
                HTTPResponse(
                    status: .conflict, type: "text/plain",
                    headers: [.init("X-One", "1"), .init("X-Two", "2\r\nX-Three: 3")],
                    body: Array("there".utf8)))
            exchange.respond(HTTPResponse(status: .ok))
        } _: { address, _ in
            let client = try RawClient(address)
            client.send(
                "PUT /a%20b/%C3%A4?x=1+2&y HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
                    + "Connection: close\r\n\r\nhello")
            let text = try await client.textUntilClosed()
            #expect(text.hasPrefix("HTTP/1.1 409 Conflict\r\n") && text.contains("X-One: 1\r\n"))
            // A line break in a value would add a header.
            #expect(!text.contains("X-Two") && !text.contains("X-Three"))
            #expect(body(of: text) == "there")
            client.close()
        }
    }

    @Test("a response may come later, and a connection takes one request after the other")
    func later() async throws {
        let arrivals = Arrivals()
        try await serve(arrivals.add) { address, server in
            let client = try RawClient(address)
            for number in 1...3 {
                client.send(Self.get)
                let exchange = await arrivals.next()
                #expect(server.connectionCount == 1)
                exchange.respond(HTTPResponse(body: Array("answer \(number)".utf8)))
                let text = try await client.text(with: "answer \(number)")
                #expect(text.split(separator: "HTTP/1.1 200 OK").count == number)
            }
            client.close()
        }
    }

    @Test(
        "attack: a head, or a body, of more bytes than the limit is refused before the handler",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: h\r\nX-Long: \(String(repeating: "x", count: 40_000))\r\n\r\n", 431),
            ("GET /\(String(repeating: "x", count: 40_000)) HTTP/1.1\r\nHost: h\r\n\r\n", 414),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n", 413),
            (
                "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n\(String(repeating: "x", count: 1_001))"
                    + "\r\n0\r\n\r\n", 413
            ),
            ("NONSENSE\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
        ])
    func tooLong(request: String, status: Int) async throws {
        var limits = HTTPLimits()
        limits.body = 1_000
        try await serve(limits: limits) { _ in
            Issue.record("the handler got the request")
        } _: { address, _ in
            let client = try RawClient(address)
            client.send(request)
            let text = try await client.textUntilClosed()
            #expect(text.hasPrefix("HTTP/1.1 \(status) ") || (status == 400 && text.isEmpty), "\(text.prefix(100))")
            client.close()
        }
    }

    @Test(
        "attack: a request whose body could end at two places is refused, and its rest is no request",
        arguments: [
            "Content-Length: 4\r\nContent-Length: 40", "Content-Length: 40\r\nContent-Length: 4",
            "Content-Length: 4\r\ncontent-length: 4", "Content-Length: 4\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 4", "Content-Length: 4, 4", "Content-Length: +4",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        ])
    func unclearLength(fields: String) async throws {
        try await serve { _ in
            Issue.record("the handler got a request")
        } _: { address, _ in
            let client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n0\r\n\r\nGET /rest HTTP/1.1\r\nHost: h\r\n\r\n")
            let text = try await client.textUntilClosed()
            #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text.prefix(200))")
            client.close()
        }
    }

    @Test("an exchange knows the client's address, and the server says once that the exchange has ended")
    func ending() async throws {
        var peers: [String] = []
        var ended: [ObjectIdentifier] = []
        var begun: [ObjectIdentifier] = []
        let server = HTTPServer()
        server.onRequest = { exchange in
            peers.append(exchange.request.peer)
            begun.append(ObjectIdentifier(exchange))
            exchange.respond(HTTPResponse(body: Array("answer".utf8)))
        }
        server.onEnd = { ended.append(ObjectIdentifier($0)) }
        let (socket, address) = try ListenAddress(host: "127.0.0.1", port: 0).listen()
        try server.listen(socket)
        let client = try RawClient(address)
        client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        _ = try await client.textUntilClosed()
        client.close()
        server.stop()
        #expect(peers == ["127.0.0.1"])
        #expect(ended == begun && begun.count == 1)
    }

    @Test("attack: a client that sends its request byte by byte loses the connection when the time is over")
    func slow() async throws {
        var limits = HTTPLimits()
        limits.requestTime = .milliseconds(200)
        // A server without the limit of time answers after 20 s.
        limits.head = 2_048
        try await serve(limits: limits) { _ in
            Issue.record("the handler got the request")
        } _: { address, server in
            let client = try RawClient(address)
            // Each byte comes within the limit, and the last header never ends.
            var bytes = Array(Self.get.dropLast(1) + "Name: ")[...]
            let drip = Drip(every: .milliseconds(10)) { client.send(String(bytes.popFirst() ?? "a")) }
            let begin = EventLoop.panel.now
            #expect(try await client.textUntilClosed().isEmpty)
            #expect(begin.duration(to: EventLoop.panel.now) >= .milliseconds(190))
            drip.stop()
            client.close()
            await EventLoop.panel.settle()
            #expect(server.connectionCount == 0)
        }
    }

    @Test("an idle connection is closed when the time for its next request is over")
    func idle() async throws {
        var limits = HTTPLimits()
        limits.requestTime = .milliseconds(50)
        try await serve(limits: limits) {
            $0.respond(HTTPResponse())
        } _: { address, server in
            let client = try RawClient(address)
            client.send(Self.get)
            #expect(try await client.textUntilClosed().hasPrefix("HTTP/1.1 200 OK\r\n"))
            client.close()
            await EventLoop.panel.settle()
            #expect(server.connectionCount == 0)
        }
    }

    @Test("a response that takes longer than the time for requests reaches its client")
    func longWork() async throws {
        var limits = HTTPLimits()
        limits.requestTime = .milliseconds(30)
        try await serve(limits: limits) { exchange in
            let timer = EventLoop.panel.makeTimer { exchange.respond(HTTPResponse(body: Array("late".utf8))) }
            exchange.onEnd = { timer.cancel() }
            timer.arm(at: EventLoop.panel.now.advanced(by: .milliseconds(120)))
        } _: { address, _ in
            let client = try RawClient(address)
            client.send(Self.get)
            #expect(try await body(of: client.text(with: "late")) == "late")
            client.close()
        }
    }

    @Test("further connections wait while all others are being answered, and get an answer when a connection ends")
    func room() async throws {
        var limits = HTTPLimits()
        limits.connections = 160
        let arrivals = Arrivals()
        try await serve(limits: limits, arrivals.add) { address, server in
            var clients: [RawClient] = [], exchanges: [HTTPExchange] = []
            for _ in 0..<160 {
                clients.append(try RawClient(address))
                clients.last?.send(Self.get)
                exchanges.append(await arrivals.next())
            }
            #expect(server.connectionCount == 160)
            let last = try RawClient(address)
            last.send(Self.get)
            await EventLoop.panel.settle()
            #expect(arrivals.isEmpty)
            for exchange in exchanges { exchange.respond(HTTPResponse(body: Array("here".utf8))) }
            await arrivals.next().respond(HTTPResponse(body: Array("here".utf8)))
            for client in clients + [last] {
                _ = try await client.text(with: "here")
                client.close()
            }
        }
    }

    @Test("attack: clients that send nothing, or half a request, give way to new ones, and a stream does not")
    func silence() async throws {
        var limits = HTTPLimits()
        limits.connections = 160
        let arrivals = Arrivals()
        try await serve(limits: limits, arrivals.add) { address, server in
            let viewer = try RawClient(address)
            viewer.send(Self.get)
            let stream = await arrivals.next()
            stream.beginStream(HTTPResponse(body: [65]))
            let heads = ["", "GET / HTTP/1.1\r\nX-", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n1"]
            let slow = try (0..<300).map { number in
                let client = try RawClient(address)
                client.send(heads[number % heads.count])
                return client
            }
            let client = try RawClient(address)
            client.send(Self.get)
            await arrivals.next().respond(HTTPResponse(body: Array("here".utf8)))
            _ = try await client.text(with: "here")
            #expect(server.connectionCount <= 150)
            #expect(try await slow[0].textUntilClosed().isEmpty)
            #expect(stream.send([66]))
            _ = try await viewer.text(with: "B")
            for client in slow + [client, viewer] { client.close() }
        }
    }

    // MARK: Streams

    @Test("a stream brings its bytes as they are sent, and ends")
    func stream() async throws {
        let arrivals = Arrivals()
        try await serve(arrivals.add) { address, _ in
            let client = try RawClient(address)
            client.send(Self.get)
            let stream = await arrivals.next()
            stream.beginStream(HTTPResponse(type: "text/event-stream", body: Array("begin\n".utf8)))
            #expect(try await client.text(with: "begin\n").contains("Content-Type: text/event-stream\r\n"))
            for number in 1...3 {
                #expect(stream.send(Array("event \(number)\n".utf8)))
                _ = try await client.text(with: "event \(number)\n")
            }
            stream.endStream()
            await stream.end()
            #expect(try await client.text(with: "0\r\n\r\n").contains("event 3"))
            #expect(!stream.send(Array("late".utf8)))
            client.close()
        }
    }

    @Test("a client that reads nothing gets no more of a stream than the limit, and the server keeps no more")
    func slowReader() async throws {
        var limits = HTTPLimits()
        (limits.stream, limits.streams) = (10_000, 10_000)
        let arrivals = Arrivals()
        try await serve(limits: limits, arrivals.add) { address, _ in
            let client = try RawClient(address)
            client.narrow()
            client.send(Self.get)
            let stream = await arrivals.next()
            stream.beginStream(HTTPResponse())
            let bytes = [UInt8](repeating: 1, count: 4_000)
            var taken = 0
            while stream.send(bytes), taken < 10_000 {
                taken += 1
                // The server writes to the socket.
                await EventLoop.panel.settle()
            }
            // The kernel's buffers hold some megabytes.
            #expect(taken < 10_000)
            client.close()
        }
    }

    @Test("a long state arrives whole, with the events behind it, also beside a client that takes nothing")
    func longState() async throws {
        var limits = HTTPLimits()
        (limits.stream, limits.streams) = (1_000, 6_000_000)
        let arrivals = Arrivals()
        try await serve(limits: limits, arrivals.add) { address, _ in
            let (stalled, client) = (try RawClient(address), try RawClient(address))
            stalled.send(Self.get)
            let other = await arrivals.next()
            other.beginStream(HTTPResponse())
            let state = [UInt8](repeating: UInt8(ascii: "~"), count: 5_000_000)
            #expect(other.send(state))
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let stream = await arrivals.next()
            stream.beginStream(HTTPResponse())
            #expect(!stream.send(state) && stream.send([UInt8](repeating: UInt8(ascii: "e"), count: 900)))
            stalled.close()
            await other.end()
            #expect(stream.send(state) && stream.send(Array("end\n".utf8)))
            stream.endStream()
            let text = try await client.textUntilClosed()
            #expect(text.utf8.count { $0 == UInt8(ascii: "~") } == state.count && text.contains("end\n"))
        }
    }

    @Test("a stream ends with its client's connection, at the latest when later bytes meet the closed socket")
    func clientLeaves() async throws {
        let arrivals = Arrivals()
        try await serve(arrivals.add) { address, server in
            let client = try RawClient(address)
            client.send(Self.get)
            let stream = await arrivals.next()
            stream.beginStream(HTTPResponse(body: [65]))
            _ = try await client.text(with: "A")
            client.close()
            for _ in 1...1_000 where stream.send([66]) { await EventLoop.panel.settle() }
            #expect(!stream.send([67]))
            #expect(server.connectionCount == 0)
        }
    }

    // MARK: The end

    @Test("a server that stops ends the exchanges that wait, and streams")
    func stop() async throws {
        let arrivals = Arrivals()
        try await serve(arrivals.add) { address, server in
            let clients = try (0..<2).map { _ in try RawClient(address) }
            var ends = 0
            var exchanges: [HTTPExchange] = []
            for client in clients {
                client.send(Self.get)
                let exchange = await arrivals.next()
                exchange.onEnd = { ends += 1 }
                exchanges.append(exchange)
            }
            exchanges[1].beginStream(HTTPResponse(body: [65]))
            _ = try await clients[1].text(with: "A")
            server.stop()
            #expect(ends == 2)
            for exchange in exchanges {
                exchange.respond(HTTPResponse())
                #expect(!exchange.send([66]))
            }
            for client in clients {
                _ = try await client.textUntilClosed()
                client.close()
            }
        }
    }

    @Test("a server without clients does not wake the loop")
    func rest() async throws {
        try await serve {
            $0.respond(HTTPResponse())
        } _: { address, server in
            let client = try RawClient(address)
            client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            _ = try await client.textUntilClosed()
            client.close()
            await EventLoop.panel.settle()
            #expect(server.connectionCount == 0)
            #expect(server.deadline == nil)
        }
    }

    @Test("a port that another program listens at is reported with the address")
    func inUse() throws {
        let (socket, address) = try ListenAddress(host: "127.0.0.1", port: 0).listen()
        #expect(throws: ListenError.inUse(address)) { try address.listen() }
        #expect("\(ListenError.inUse(address))".hasPrefix("127.0.0.1:\(address.port): another program listens"))
        withExtendedLifetime(socket) {}
    }
}

/// The exchanges in the order of their requests.
@PanelActor
private final class Arrivals {
    private var exchanges: [HTTPExchange] = []
    private var waiting: CheckedContinuation<HTTPExchange, Never>?

    func add(_ exchange: HTTPExchange) {
        guard let waiting else { return exchanges.append(exchange) }
        self.waiting = nil
        waiting.resume(returning: exchange)
    }

    var isEmpty: Bool { exchanges.isEmpty }

    func next() async -> HTTPExchange {
        guard exchanges.isEmpty else { return exchanges.removeFirst() }
        return await withCheckedContinuation { waiting = $0 }
    }
}

/// Calls a function at an interval of real time, until it is stopped.
@PanelActor
private final class Drip {
    private var timer: PanelTimer?

    init(every interval: Duration, _ body: @escaping @PanelActor () -> Void) {
        timer = EventLoop.panel.makeTimer { [weak self] in
            body()
            self?.timer?.arm(at: EventLoop.panel.now.advanced(by: interval))
        }
        timer?.arm(at: EventLoop.panel.now)
    }

    func stop() {
        timer?.cancel()
        timer = nil
    }
}

extension HTTPExchange {
    /// Returns when the exchange has ended.
    fileprivate func end() async {
        await withCheckedContinuation { continuation in onEnd = { continuation.resume() } }
    }
}
