import CMicroHTTPD

/// A request as the client sent it.
public struct HTTPRequest: Sendable, Hashable {
    /// The method, such as `GET`; methods are case-sensitive (RFC 9110, 9.1).
    public var method: String
    /// The path without the query, with its escapes decoded: `/api/v1/controls`.
    public var path: String
    /// The query's parameters in their order; a parameter without a value has an empty one.
    public var query: [Field]
    /// The headers in their order. A header may occur several times.
    public var headers: [Field]
    /// The body's bytes.
    public var body: [UInt8]
    /// The numeric address at the other end of the connection, without its port: a client's, or its proxy's.
    public var peer: String

    public struct Field: Sendable, Hashable {
        /// The name, as it was sent.
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Whether the field has the name, in any letter case (RFC 9110, 5.1).
        public func isNamed(_ name: String) -> Bool {
            func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
            let (own, other) = (self.name.utf8, name.utf8)
            return own.count == other.count && zip(own, other).allSatisfy { lower($0) == lower($1) }
        }
    }

    /// Creates a request, for tests of its handlers.
    public init(
        _ method: String, _ path: String, query: [Field] = [], headers: [Field] = [], body: [UInt8] = [],
        peer: String = "127.0.0.1"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
    }

    init(_ exchange: OpaquePointer) {
        method = String(cString: holdfast_http_method(exchange))
        path = String(cString: holdfast_http_path(exchange))
        query = Self.fields { holdfast_http_query(exchange, $0, $1) }
        headers = Self.fields { holdfast_http_headers(exchange, $0, $1) }
        var size = 0
        let bytes = holdfast_http_body(exchange, &size)
        body = Array(UnsafeRawBufferPointer(start: bytes, count: size))
        // The longest numeric address has 45 bytes, as in INET6_ADDRSTRLEN.
        var address = [CChar](repeating: 0, count: 46)
        holdfast_http_peer(exchange, &address, address.count)
        peer = String(decoding: address.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func fields(
        _ visit: (UnsafeMutableRawPointer, @escaping holdfast_http_visitor) -> Void
    ) -> [Field] {
        var fields: [Field] = []
        withUnsafeMutablePointer(to: &fields) { pointer in
            visit(pointer) { owner, name, nameSize, value, valueSize in
                let field = Field(HTTPRequest.text(name, nameSize), HTTPRequest.text(value, valueSize))
                owner?.assumingMemoryBound(to: [Field].self).pointee.append(field)
            }
        }
        return fields
    }

    private static func text(_ bytes: UnsafePointer<CChar>?, _ size: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : size), as: UTF8.self)
    }

    /// The value of a header that may occur once; `nil` if it is missing, or given with different values.
    public func header(_ name: String) -> String? {
        let values = headers.lazy.filter { $0.isNamed(name) }.map(\.value)
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}
