import HTTP
import Testing

@testable import Gateway

@Suite struct RouterTests {
    private static let patterns = [
        ("GET", "controls"), ("GET", "controls/{control}"), ("POST", "controls/{control}/perform"),
        ("GET", "controls/{control}/suggestions/{parameter}"), ("POST", "intents/{intent...}/run"),
        ("GET", "intents/{intent...}/suggestions/{parameter}"), ("GET", "session"), ("POST", "session"),
    ]
    private static let router = Router(routes: patterns.map { Route($0.0, $0.1) { _ in } })

    @Test(
        "a path finds its route and the values in it; an intent's name may have a slash",
        arguments: [
            ("GET", "controls", "controls", [:]), ("HEAD", "controls", "controls", [:]),
            ("GET", "controls/lamp", "controls/{control}", ["control": "lamp"]),
            (
                "POST", "controls/a.b@lock_screen.1/perform", "controls/{control}/perform",
                ["control": "a.b@lock_screen.1"]
            ),
            (
                "GET", "controls/lamp/suggestions/room", "controls/{control}/suggestions/{parameter}",
                ["control": "lamp", "parameter": "room"]
            ),
            ("POST", "intents/music/Play/run", "intents/{intent...}/run", ["intent": "music/Play"]),
            (
                "GET", "intents/a/b/c/suggestions/room", "intents/{intent...}/suggestions/{parameter}",
                ["intent": "a/b/c", "parameter": "room"]
            ),
        ] as [(String, String, String, [String: String])])
    func found(method: String, path: String, pattern: String, values: [String: String]) throws {
        let (route, found) = try Self.router.route(HTTPRequest(method, Router.root + path))
        #expect(route.pattern == pattern && found == values)
    }

    @Test(
        "an unknown path is not found, and a known one names its methods",
        arguments: [
            ("GET", "", .notFound, []), ("GET", "control", .notFound, []), ("GET", "controls/", .notFound, []),
            ("GET", "controls//perform", .notFound, []), ("GET", "../controls", .notFound, []),
            ("POST", "intents/run", .notFound, []), ("POST", "intents//run", .notFound, []),
            ("POST", "controls", .methodNotAllowed, ["GET", "HEAD"]),
            ("PUT", "session", .methodNotAllowed, ["GET", "HEAD", "POST"]),
            ("get", "controls", .methodNotAllowed, ["GET", "HEAD"]),
            ("OPTIONS", "session", .methodNotAllowed, ["GET", "HEAD", "POST"]),
        ] as [(String, String, Problem.Kind, [String])])
    func missing(method: String, path: String, kind: Problem.Kind, allowed: [String]) {
        let problem = #expect(throws: Problem.self) { try Self.router.route(HTTPRequest(method, Router.root + path)) }
        #expect(problem?.kind == kind && problem?.allowed == allowed)
    }
}
