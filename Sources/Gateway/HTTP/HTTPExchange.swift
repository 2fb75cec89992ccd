import CMicroHTTPD
import EventLoop

/// One request and its response.
///
/// The exchange takes one response, or one stream. After the client has gone, calls have no effect.
@PanelActor
public final class HTTPExchange {
    /// The request, with its whole body.
    public let request: HTTPRequest
    /// Called once, when the client has the whole response or has gone.
    public var onEnd: (@PanelActor () -> Void)?

    private weak var server: HTTPServer?
    private var pointer: OpaquePointer?
    private var isAnswered = false

    init(_ pointer: OpaquePointer, of server: HTTPServer) {
        self.pointer = pointer
        self.server = server
        request = HTTPRequest(pointer)
    }

    /// Sends the response; a second response has no effect.
    public func respond(_ response: HTTPResponse) {
        guard let pointer, !isAnswered else { return }
        isAnswered = true
        response.withFields { fields in
            response.body.withUnsafeBytes { body in
                // Without memory the connection ends, and `ended` follows.
                _ = holdfast_http_respond(
                    pointer, UInt32(response.status.code), fields.baseAddress, fields.count, body.baseAddress,
                    body.count)
            }
        }
        server?.runSoon()
    }

    /// Begins a response whose bytes `send` adds, until `endStream` or the client's end. The body of `head` comes first.
    public func beginStream(_ head: HTTPResponse) {
        guard let pointer, !isAnswered else { return }
        isAnswered = true
        let hasBegun = head.withFields {
            holdfast_http_begin_stream(pointer, UInt32(head.status.code), $0.baseAddress, $0.count)
        }
        if hasBegun { send(head.body) }
        server?.runSoon()
    }

    /// Sends bytes of the stream.
    ///
    /// - Returns: `false` if the client takes too little of what was sent before, or has gone: the bytes are dropped.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        guard let pointer else { return false }
        server?.runSoon()
        return bytes.withUnsafeBytes { holdfast_http_send(pointer, $0.baseAddress, $0.count) }
    }

    /// Whether the client has closed the connection. A quiet stream does not notice that by itself.
    public var isGone: Bool { pointer.map { holdfast_http_is_gone($0) } ?? true }

    /// Ends the stream after the bytes that wait.
    public func endStream() {
        guard let pointer else { return }
        holdfast_http_end_stream(pointer)
        server?.runSoon()
    }

    func ended() {
        pointer = nil
        let onEnd = onEnd
        self.onEnd = nil
        onEnd?()
    }
}
