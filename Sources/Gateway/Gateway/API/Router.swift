import ControlModel
import EventLoop
import FoundationEssentials
import HTTP
import LocalAPI

/// A method and a path of the API, with what answers it. A class, because each request visits all routes, and a copy of
/// a value would count the references in it.
final class Route: Sendable {
    /// The method, such as `GET`.
    let method: String
    /// The path below `/api/v1` as in the OpenAPI document: `controls/{control}/perform`.
    /// A part `{name...}` may contain slashes.
    let pattern: String
    /// The places that a request of this route takes.
    let lane: RequestPlaces.Lane
    let answer: @PanelActor @Sendable (Exchange) throws(Problem) -> Void
    private let parts: [Part]
    /// The index of the part `{name...}`.
    private let widePart: Int?

    /// A part of the pattern between slashes.
    private enum Part: Sendable, Hashable {
        case word(String), value(String)
    }

    init(
        _ method: String, _ pattern: String, lane: RequestPlaces.Lane = .other,
        _ answer: @escaping @PanelActor @Sendable (Exchange) throws(Problem) -> Void
    ) {
        (self.method, self.pattern, self.lane, self.answer) = (method, pattern, lane, answer)
        let texts = pattern.split(separator: "/")
        parts = texts.map { $0.hasPrefix("{") ? .value($0.filter { !"{}.".contains($0) }) : .word(String($0)) }
        widePart = texts.firstIndex { $0.hasSuffix("...}") }
    }

    /// The values of the pattern's parts in braces; `nil` if the path does not fit. A part `{name...}` takes as many parts of
    /// the path as there are, since the name of an intent may contain a slash.
    fileprivate func values(of path: [String]) -> [String: String]? {
        let surplus = path.count - parts.count
        guard surplus == 0 || surplus > 0 && widePart != nil else { return nil }
        var values: [String: String] = [:]
        var position = 0
        for (index, part) in parts.enumerated() {
            let width = index == widePart ? 1 + surplus : 1
            let texts = path[position..<position + width]
            position += width
            switch part {
            case .word(let word): guard texts.first == word else { return nil }
            case .value(let name):
                let text = texts.joined(separator: "/")
                guard !text.isEmpty else { return nil }
                values[name] = text
            }
        }
        return values
    }
}

/// Finds the route of a request.
struct Router: Sendable {
    /// Where the API begins.
    static let root = "/api/v1/"

    let routes: [Route]
    /// Where the paths of the routes begin.
    var root = Router.root

    /// The route of a request below `root`, with the values of its pattern.
    func route(_ request: HTTPRequest) throws(Problem) -> (route: Route, values: [String: String]) {
        let slash = UInt8(ascii: "/")
        let path = request.path.utf8.dropFirst(root.utf8.count)
            .split(separator: slash, omittingEmptySubsequences: false).map { String(Substring($0)) }
        // A response to HEAD is that to GET without its body (RFC 9110, 9.3.2).
        let method = request.method == "HEAD" ? "GET" : request.method
        var methods: Set<String> = []
        for route in routes {
            guard let values = route.values(of: path) else { continue }
            if route.method == method { return (route, values) }
            methods.insert(route.method)
        }
        guard !methods.isEmpty else {
            throw Problem(.notFound, "there is no '\(request.path)'; \(Self.root)openapi.json lists all paths")
        }
        var problem = Problem(
            .methodNotAllowed, "'\(request.path)' has \(methods.sorted().joined(separator: " and "))")
        problem.allowed = methods.union(methods.contains("GET") ? ["HEAD"] : []).sorted()
        throw problem
    }
}

/// One request of the API and its response.
@PanelActor
final class Exchange {
    let request: HTTPRequest
    /// The token of the caller's session; `nil` for a caller without one.
    let token: String?
    /// The moment of the person's touch; without a header that says so, the moment at which the gateway read the request.
    /// `nil` without the header, where the request may have waited in a stopped gateway.
    private let knownTime: RequestTime?
    /// The client and the places that the request counts for, if the token is of no session.
    private let client: Client
    private let lane: RequestPlaces.Lane
    private let values: [String: String]
    let http: HTTPExchange

    /// The header with the moment of the touch, in milliseconds of the panel's clock.
    static let touchHeader = "Holdfast-Touched"
    /// The header of responses with the present moment of this clock.
    nonisolated static let clockHeader = "Holdfast-Time"

    /// - Parameter readAt: When the gateway read the request; `nil` where the request may have waited in a stopped gateway.
    /// - Throws: `Problem` for a malformed token or time, and for a body that is not JSON.
    init(
        _ http: HTTPExchange, values: [String: String], client: Client, lane: RequestPlaces.Lane, readAt: RequestTime?
    ) throws(Problem) {
        (self.http, request, self.values, self.client, self.lane) = (http, http.request, values, client, lane)
        token = try Self.token(of: http.request)
        knownTime = try Self.touch(of: http.request) ?? readAt
        let type = http.request.header("Content-Type")?.split(separator: ";").first?.lowercased()
        // A page of another site can send other types without asking the browser first (Fetch, 4.8).
        guard http.request.method != "POST" || type == "application/json" || http.request.body.isEmpty && type == nil
        else { throw Problem(.unsupportedMediaType, "send the body as Content-Type: application/json") }
    }

    private static func token(of request: HTTPRequest) throws(Problem) -> String? {
        guard request.has("Authorization") else { return nil }
        let parts = (request.header("Authorization") ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer", HexText.bytes(String(parts[1]))?.count == 32 else {
            throw Problem(.sessionExpired, "the token does not belong to this panel; begin a session (POST /session)")
        }
        return parts[1].lowercased()
    }

    private static func touch(of request: HTTPRequest) throws(Problem) -> RequestTime? {
        guard request.has(touchHeader) else { return nil }
        guard let milliseconds = request.header(touchHeader).flatMap({ Int64($0) }) else {
            throw Problem(.invalidRequest, "'\(touchHeader)' must be whole milliseconds, as in '\(clockHeader)'")
        }
        return RequestTime(milliseconds: milliseconds)
    }

    /// The moment from which a request to act has an age.
    ///
    /// - Throws: `Problem` where the age is unknown.
    func requestedAt() throws(Problem) -> RequestTime {
        guard let knownTime else {
            throw Problem(.ageUnknown, "the gateway was stopped, and the request may be out of date: send it again")
        }
        return knownTime
    }

    /// The caller, whose GET requests may be the page's own. A touch of long ago prolongs no session.
    var caller: Caller {
        let isActive =
            request.method != "GET" && request.method != "HEAD" && knownTime.map { $0.refusal(at: .now) == nil } == true
        return Caller(token: token, isActive: isActive, client: client, lane: lane)
    }

    /// A caller without the session, for the same client.
    var stranger: Caller { Caller(client: client, lane: lane) }

    /// The value of the part `{name}` of the route's pattern.
    func value(_ name: String) -> String { values[name] ?? "" }

    /// The value of a parameter of the query.
    func query(_ name: String) -> String? { request.query.first { $0.name == name }?.value }

    /// The body. An empty body is an empty object.
    func body<Body: Decodable>(_ type: Body.Type) throws(Problem) -> Body {
        let bytes = request.body.isEmpty ? Array("{}".utf8) : request.body
        let limits = VarlinkLimits()
        let shape = JSONShape(of: bytes)
        guard shape.depth <= limits.depth, shape.marks <= limits.marks else {
            throw Problem(.invalidRequest, "the body has too many values, or is nested too deep")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw Problem(.invalidRequest, Self.words(for: error))
        }
    }

    private static func words(for error: any Error) -> String {
        func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: ".") }
        guard let error = error as? DecodingError else { return "the body is not a JSON object" }
        switch error {
        case .keyNotFound(let key, let context): return "'\(path(context.codingPath + [key]))' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let name = path(context.codingPath)
            return name.isEmpty ? "the body is not a JSON object" : "'\(name)' is invalid"
        @unknown default: return "the body is invalid"
        }
    }

    // MARK: The response

    func respond(_ value: some Encodable, status: HTTPStatus = .ok) {
        http.respond(HTTPResponse(json: value, status: status).guarded)
    }

    func respond(_ problem: Problem) { http.respond(problem.response.guarded) }

    func respondEmpty() { http.respond(HTTPResponse(status: .noContent).guarded) }

    /// Responds with the value of a result, or with its problem.
    func respond<Value>(_ result: Result<Value, Problem>, _ body: (Value) -> some Encodable) {
        switch result {
        case .success(let value): respond(body(value))
        case .failure(let problem): respond(problem)
        }
    }
}

extension HTTPResponse {
    /// The head of a stream of events. nginx would keep events back without the header of its own.
    static var eventStream: HTTPResponse {
        HTTPResponse(type: "text/event-stream", headers: [.init("X-Accel-Buffering", "no")]).guarded
    }

    /// The response with the headers of all responses of the API.
    var guarded: HTTPResponse {
        var response = self
        response.headers += [
            .init("Cache-Control", "no-store"),
            .init("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
            .init("Referrer-Policy", "no-referrer"), .init("X-Content-Type-Options", "nosniff"),
            .init(Exchange.clockHeader, String(RequestTime.now.milliseconds)),
        ]
        return response
    }
}
