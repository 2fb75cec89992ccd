import CGatewayFiles
import HTTP

/// The page's files: bytes in the program, and the symbols of the panel and its extensions.
struct PageFiles: Sendable {
    /// The content of a file. Nothing changes a constant of the program, so all threads may read it.
    private enum Content: @unchecked Sendable {
        case constant(UnsafeBufferPointer<UInt8>)
        case made([UInt8])

        var bytes: [UInt8] {
            switch self {
            case .constant(let bytes): Array(bytes)
            case .made(let bytes): bytes
            }
        }
    }

    private struct File: Sendable {
        var content: Content
        /// The content as gzip (RFC 1952); `nil` for a file that gzip makes no smaller.
        var compressed: [UInt8]?
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

    init(symbols: PageSymbols = PageSymbols()) {
        var count = 0
        let page = UnsafeBufferPointer(start: holdfast_page(&count), count: count)
        for file in page {
            let name = String(cString: file.name)
            add(.constant(UnsafeBufferPointer(start: file.bytes, count: file.size)), name)
        }
        let drawings = symbols.assets.merging(symbols.own) { $1 }
        for (name, drawing) in drawings { add(.made(drawing.svg), "symbols/\(name).svg") }
        // The page has to know which of its symbols have a file, before it shows one.
        let lists = Self.list("custom", symbols.own) + Self.list("assets", symbols.assets)
        add(.made(Array(lists.utf8)), "custom-symbols.js")
    }

    private static func list(_ constant: String, _ symbols: [String: SymbolDrawing]) -> String {
        let names = symbols.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        return "export const \(constant) = new Set([\(names)]);\n"
    }

    private mutating func add(_ content: Content, _ name: String) {
        let bytes = content.bytes
        files[name] = File(
            content: content, compressed: Self.compressed(bytes), type: Self.type(of: name), tag: Self.tag(of: bytes))
    }

    var names: Set<String> { Set(files.keys) }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "png": "image/png"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        default: "text/html; charset=utf-8"
        }
    }

    private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            count = holdfast_gzip(bytes, bytes.count, buffer.baseAddress, buffer.count)
        }
        return compressed.isEmpty ? nil : compressed
    }

    /// A hash of the content (FNV-1a, 64 bits).
    private static func tag(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    /// Whether the client takes gzip (RFC 9110, 12.5.3).
    private static func takesGzip(_ request: HTTPRequest) -> Bool {
        (request.header("Accept-Encoding") ?? "").split(separator: ",").contains { coding in
            let parts = coding.lowercased().split { $0 == ";" || $0 == " " }
            return parts.first == "gzip" && parts.dropFirst().allSatisfy { !["q=0", "q=0.0"].contains($0) }
        }
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
        let compressed = Self.takesGzip(request) ? file.compressed : nil
        // Two forms of a content are two representations, with a tag for each.
        let tag = compressed == nil ? "\"\(file.tag)\"" : "\"\(file.tag)-gzip\""
        // A list of tags, also weak ones (RFC 9110, 13.1.2).
        let isKnown = request.header("If-None-Match")?.contains(tag) ?? false
        return HTTPResponse(
            status: isKnown ? .notModified : .ok, type: file.type,
            headers: [
                // A browser asks each time whether its copy is still the right one: an update must not mix two pages.
                .init("Cache-Control", "no-cache"), .init("ETag", tag), .init("Vary", "Accept-Encoding"),
                .init("Content-Security-Policy", Self.policy), .init("Referrer-Policy", "no-referrer"),
                .init("X-Content-Type-Options", "nosniff"), .init("Cross-Origin-Opener-Policy", "same-origin"),
                .init("Cross-Origin-Resource-Policy", "same-origin"),
            ] + (compressed == nil ? [] : [.init("Content-Encoding", "gzip")]),
            body: isKnown ? [] : compressed ?? file.content.bytes)
    }
}
