import Foundation
import HTTP
import Testing

@testable import Gateway

@Suite struct PageFilesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Gateway/CGatewayFiles/Page")

    private func response(method: String = "GET", _ path: String, tag: String? = nil) throws -> HTTPResponse {
        let headers = tag.map { [HTTPRequest.Field("If-None-Match", $0)] } ?? []
        return try PageFiles().response(to: HTTPRequest(method, path, headers: headers))
    }

    private func header(_ name: String, of response: HTTPResponse) -> String? {
        response.headers.first { $0.name == name }?.value
    }

    @Test("each file of the folder is in the program, byte for byte; those of a real panel have below 200 kB")
    func complete() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0 != "make-symbols"
        }
        #expect(PageFiles().names == Set(names))
        var size = 0
        for name in names {
            let body = try response("/\(name)").body
            #expect(try body == [UInt8](Data(contentsOf: Self.folder.appending(path: name))), "\(name)")
            // These belong to simulated boards alone, and are loaded with their view.
            if !name.hasPrefix("board") { size += body.count }
        }
        #expect(size < 200_000)
    }

    @Test("the page is at /, with a policy that allows its own files alone")
    func page() throws {
        let page = try response("/")
        #expect(page.status == .ok && header("Content-Type", of: page) == "text/html; charset=utf-8")
        let policy = try #require(header("Content-Security-Policy", of: page))
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self';") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("http"))
        #expect(header("Content-Type", of: try response("/app.js")) == "text/javascript; charset=utf-8")
        #expect(header("Content-Type", of: try response("/symbols.svg")) == "image/svg+xml")
    }

    @Test("a browser that has the file gets no copy of it")
    func cached() throws {
        let tag = try #require(header("ETag", of: try response("/style.css")))
        let again = try response("/style.css", tag: tag)
        #expect(again.status == .notModified && again.body.isEmpty)
        #expect(try response("/style.css", tag: "\"0\"").status == .ok)
    }

    @Test(
        "attack: no path leads out of the page, and no method changes a file",
        arguments: [
            ("GET", "/..", .notFound), ("GET", "/../openapi.json", .notFound), ("GET", "//style.css", .notFound),
            ("GET", "/make-symbols", .notFound), ("GET", "/api/v2/controls", .notFound), ("GET", "", .notFound),
            ("POST", "/", .methodNotAllowed), ("DELETE", "/style.css", .methodNotAllowed),
        ] as [(String, String, Problem.Kind)])
    func outside(method: String, path: String, kind: Problem.Kind) {
        let problem = #expect(throws: Problem.self) { try response(method: method, path) }
        #expect(problem?.kind == kind)
    }
}
