import CGatewayFiles
import HTTP

/// The page's files, which are bytes in the program.
struct PageFiles: Sendable {
    /// A file of the page.
    private struct File: Sendable {
        var bytes: [UInt8]
        var type: String
        /// Names the content for caches (RFC 9110, 8.8.3).
        var tag: String
    }

    private var files: [String: File] = [:]

    /// The page may load its own files, and use its own API (CSP 3).
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    init() {
        var count = 0
        let page = UnsafeBufferPointer(start: holdfast_page(&count), count: count)
        for file in page {
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
            files[name] = File(bytes: bytes, type: Self.type(of: name), tag: Self.tag(of: bytes))
        }
    }

    /// The names of the files.
    var names: Set<String> { Set(files.keys) }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        default: "text/html; charset=utf-8"
        }
    }

    /// A hash of the content (FNV-1a, 64 bits).
    private static func tag(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 16))\""
    }

    /// The response to a request outside the API.
    func response(to request: HTTPRequest) throws(Problem) -> HTTPResponse {
        let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
        guard let file = files[name] else {
            throw Problem(.notFound, "there is no '\(request.path)'; the page is at /, the API at \(Router.root)")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            var problem = Problem(.methodNotAllowed, "'\(request.path)' has GET")
            problem.allowed = ["GET", "HEAD"]
            throw problem
        }
        let isKnown = request.header("If-None-Match") == file.tag
        return HTTPResponse(
            status: isKnown ? .notModified : .ok, type: file.type,
            headers: [
                // A browser asks each time whether its copy is still the right one: an update must not mix two pages.
                .init("Cache-Control", "no-cache"), .init("ETag", file.tag),
                .init("Content-Security-Policy", Self.policy), .init("Referrer-Policy", "no-referrer"),
                .init("X-Content-Type-Options", "nosniff"), .init("Cross-Origin-Opener-Policy", "same-origin"),
                .init("Cross-Origin-Resource-Policy", "same-origin"),
            ],
            body: isKnown ? [] : file.bytes)
    }
}
