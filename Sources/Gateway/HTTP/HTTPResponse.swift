import CMicroHTTPD

/// A response, or the head of a stream.
public struct HTTPResponse: Sendable, Hashable {
    public var status: HTTPStatus
    /// The headers besides those of the connection and of the length, which libmicrohttpd adds.
    public var headers: [HTTPRequest.Field]
    /// The body's bytes.
    public var body: [UInt8]

    /// Creates a response. A type adds the header `Content-Type`.
    public init(
        status: HTTPStatus = .ok, type: String? = nil, headers: [HTTPRequest.Field] = [], body: [UInt8] = []
    ) {
        self.status = status
        self.headers = (type.map { [HTTPRequest.Field("Content-Type", $0)] } ?? []) + headers
        self.body = body
    }

    /// Calls `use` with the headers as libmicrohttpd takes them.
    func withFields<Result>(_ use: (UnsafeBufferPointer<holdfast_http_field>) -> Result) -> Result {
        // A line break would begin another header.
        func isSafe(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        let safe = headers.filter { isSafe($0.name) && isSafe($0.value) }
        func add(_ rest: ArraySlice<HTTPRequest.Field>, _ fields: inout [holdfast_http_field]) -> Result {
            guard let field = rest.first else { return fields.withUnsafeBufferPointer(use) }
            return field.name.withCString { name in
                field.value.withCString { value in
                    fields.append(holdfast_http_field(name: name, value: value))
                    return add(rest.dropFirst(), &fields)
                }
            }
        }
        var fields: [holdfast_http_field] = []
        fields.reserveCapacity(safe.count)
        return add(safe[...], &fields)
    }
}

/// A status of HTTP with its reason phrase (RFC 9110, 15).
public enum HTTPStatus: Int, Sendable, Hashable {
    case ok = 200
    case accepted = 202
    case noContent = 204
    case notModified = 304
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case misdirectedRequest = 421
    case unprocessableContent = 422
    case tooManyRequests = 429
    case internalServerError = 500
    case badGateway = 502
    case serviceUnavailable = 503

    /// The number, such as 404.
    public var code: Int { rawValue }
}
