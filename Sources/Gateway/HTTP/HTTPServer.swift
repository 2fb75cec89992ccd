import CMicroHTTPD
import EventLoop
import Glibc
import MonotonicTime

/// An HTTP/1.1 server on the panel's loop, by libmicrohttpd in its external-epoll mode. The server has no thread.
///
/// ```
///   client ─ head, body ─▶ libmicrohttpd ─▶ HTTPExchange ─▶ onRequest
///          ◀─ response, or stream ─────────◀ respond, begin(stream)
/// ```
///
/// Every resource of a client has a bound: see `HTTPLimits`. A server that listens lives until `stop`.
@PanelActor
public final class HTTPServer {
    /// Called with each request that has arrived whole. The exchange takes its response within the call, or later. The
    /// handler must not stop the server.
    public var onRequest: (@PanelActor (HTTPExchange) -> Void)?

    /// Called with each exchange of `onRequest` when its client has the whole response, or has gone.
    public var onEnd: (@PanelActor (HTTPExchange) -> Void)?

    private var server: OpaquePointer?
    private var watch: DescriptorWatch?
    private var timer: PanelTimer?
    private var exchanges: [OpaquePointer: HTTPExchange] = [:]
    /// Whether libmicrohttpd runs: it then notices by itself what handlers do.
    private var isRunning = false
    /// The time at which the server works without an event; `nil` at rest.
    private(set) var deadline: MonotonicInstant?

    /// Creates a server that does not listen yet.
    public init() {}

    /// Serves requests on a listening socket, which the server takes over.
    ///
    /// - Throws: `HTTPServerError` if libmicrohttpd or the loop cannot watch the socket.
    public func listen(_ listener: OwnedDescriptor, limits: HTTPLimits = HTTPLimits()) throws(HTTPServerError) {
        // libmicrohttpd closes its listener itself.
        let descriptor = fcntl(listener.number, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw HTTPServerError(call: "fcntl", code: SystemCall.lastError) }
        let owner = Unmanaged.passUnretained(self).toOpaque()
        let handlers = holdfast_http_handlers(
            owner: owner, received: { HTTPServer.received($0, $1) }, ended: { HTTPServer.ended($0, $1) })
        guard let server = holdfast_http_start(descriptor, limits.values, handlers) else {
            let code = SystemCall.lastError
            close(descriptor)
            throw HTTPServerError(call: "MHD_start_daemon", code: code)
        }
        self.server = server
        do {
            watch = try EventLoop.panel.watch(holdfast_http_descriptor(server)) { [weak self] _ in self?.run() }
        } catch {
            stop()
            throw HTTPServerError(call: "epoll_ctl", code: SystemCall.lastError)
        }
        timer = EventLoop.panel.makeTimer { [weak self] in self?.run() }
        run()
    }

    /// The number of open connections.
    public var connectionCount: Int { server.map { Int(holdfast_http_connections($0)) } ?? 0 }

    /// Ends all exchanges, and closes all connections and the listener.
    public func stop() {
        guard let server else { return }
        self.server = nil
        watch?.cancel()
        timer?.cancel()
        (watch, timer) = (nil, nil)
        holdfast_http_stop(server)
    }

    private func run() {
        guard let server else { return }
        isRunning = true
        let wait = holdfast_http_run(server)
        isRunning = false
        deadline = wait < 0 ? nil : EventLoop.panel.now.advanced(by: .milliseconds(wait))
        timer?.arm(at: deadline)
    }

    /// Runs libmicrohttpd in the loop's next turn: an exchange has something for its client.
    func runSoon() {
        if !isRunning { timer?.arm(at: EventLoop.panel.now) }
    }

    // MARK: Callbacks

    private nonisolated static func received(_ owner: UnsafeMutableRawPointer?, _ exchange: OpaquePointer?) {
        guard let owner, let exchange else { return }
        let server = Unmanaged<HTTPServer>.fromOpaque(owner).takeUnretainedValue()
        nonisolated(unsafe) let pointer = exchange
        PanelActor.assumeIsolated { server.received(pointer) }
    }

    private nonisolated static func ended(_ owner: UnsafeMutableRawPointer?, _ exchange: OpaquePointer?) {
        guard let owner, let exchange else { return }
        let server = Unmanaged<HTTPServer>.fromOpaque(owner).takeUnretainedValue()
        nonisolated(unsafe) let pointer = exchange
        PanelActor.assumeIsolated { server.ended(pointer) }
    }

    private func ended(_ pointer: OpaquePointer) {
        guard let exchange = exchanges.removeValue(forKey: pointer) else { return }
        exchange.ended()
        onEnd?(exchange)
    }

    private func received(_ pointer: OpaquePointer) {
        let exchange = HTTPExchange(pointer, of: self)
        exchanges[pointer] = exchange
        guard let onRequest else { return exchange.respond(HTTPResponse(status: .serviceUnavailable)) }
        onRequest(exchange)
    }
}

/// The bounds of what clients can take of a server.
public struct HTTPLimits: Sendable, Hashable {
    /// The most connections at a time. A sixteenth of them stays free for new ones: the connections whose clients have sent
    /// no whole request give way, the oldest first. While all others are being answered, further ones wait in the kernel's
    /// queue.
    public var connections = 256
    /// The longest time for a whole request, from the connection's beginning or the end of the response before.
    public var requestTime = Duration.seconds(10)
    /// The longest time in which the client has to take a response that is no stream.
    public var responseTime = Duration.seconds(30)
    /// The most bytes of a request's line and headers. libmicrohttpd answers a longer head with 431.
    public var head = 16_384
    /// The most bytes of a request's body. A longer body is answered with 413.
    public var body = 65_536
    /// The bytes that may wait in a stream for a slow client, whatever waits in others.
    public var stream = 131_072
    /// The bytes that may wait in all streams together, beyond what each may have for itself: the state of a panel with
    /// a thousand controls is a megabyte.
    public var streams = 8_388_608

    public init() {}

    fileprivate var values: holdfast_http_limits {
        holdfast_http_limits(
            connections: UInt32(connections), request_time: UInt32(requestTime / .milliseconds(1)),
            response_time: UInt32(responseTime / .milliseconds(1)), head: head, body: body, stream: stream,
            streams: streams)
    }
}

/// The reason why a server does not listen: a system call, or a call of libmicrohttpd, failed.
public struct HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
    public var call: String
    /// The error's number.
    public var code: Int32

    public var description: String { "\(call): \(SystemCall.message(code))" }
}
