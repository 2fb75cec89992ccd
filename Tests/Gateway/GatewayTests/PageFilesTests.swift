import Foundation
import HTTP
import Testing

@testable import Gateway

@Suite struct PageFilesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Gateway/Page")

    private static let files = PageFiles()

    private func response(
        method: String = "GET", _ path: String, tag: String? = nil, accepts coding: String? = nil
    ) throws -> HTTPResponse {
        let headers = [("If-None-Match", tag), ("Accept-Encoding", coding)].compactMap { name, value in
            value.map { HTTPRequest.Field(name, $0) }
        }
        return try Self.files.response(to: HTTPRequest(method, path, headers: headers))
    }

    private func header(_ name: String, of response: HTTPResponse) -> String? {
        response.headers.first { $0.name == name }?.value
    }

    @Test(
        "each file of the folder is in the program, byte for byte; a browser gets below 200 kB of a real panel's page")
    func complete() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0 != "make-symbols"
        }
        #expect(Self.files.names == Set(names + ["custom-symbols.js"]))
        var size = 0
        for name in names {
            let plain = try response("/\(name)")
            #expect(try plain.body == [UInt8](Data(contentsOf: Self.folder.appending(path: name))), "\(name)")
            #expect(header("Content-Encoding", of: plain) == nil && header("Vary", of: plain) == "Accept-Encoding")
            // These belong to simulated boards alone, and are loaded with their view.
            if !name.hasPrefix("board") { size += try response("/\(name)", accepts: "gzip, br").body.count }
        }
        #expect(size < 200_000)
    }

    @Test(
        "a client that takes gzip gets gzip, which has a tag of its own",
        arguments: [
            ("gzip", true), ("br, GZIP;q=0.5", true), ("gzip;q=0", false), ("gzip; q=0.0", false), ("br", false),
            ("", false), ("x-gzip", false),
        ])
    func compressed(accepted: String, isGzip: Bool) throws {
        let answer = try response("/style.css", accepts: accepted)
        let plain = try response("/style.css")
        #expect(header("Content-Encoding", of: answer) == (isGzip ? "gzip" : nil))
        // The signature of gzip (RFC 1952, 2.3.1).
        #expect(
            answer.body.starts(with: [0x1F, 0x8B]) == isGzip && (answer.body.count < plain.body.count / 2) == isGzip)
        #expect((header("ETag", of: answer) != header("ETag", of: plain)) == isGzip)
        let tag = header("ETag", of: answer)
        #expect(try response("/style.css", tag: tag, accepts: accepted).status == .notModified)
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

    @Test("the panel's own symbols have addresses, and a module of the page lists them")
    func symbols() throws {
        let gate = try SymbolDrawing(Array("<svg viewBox='0 0 24 24'><path d='M0 0h9v9z'/></svg>".utf8))
        let other = try SymbolDrawing(Array("<svg viewBox='0 0 24 24'><path d='M0 0h5v5z'/></svg>".utf8))
        let files = PageFiles(
            symbols: PageSymbols(
                own: ["my-gate": gate, "a.fill": gate], assets: ["my-gate": other, "lock": other, "Icons/tea": other]))
        let drawing = try files.response(to: HTTPRequest("GET", "/symbols/my-gate.svg"))
        #expect(drawing.body == gate.svg && header("Content-Type", of: drawing) == "image/svg+xml")
        let list = try files.response(to: HTTPRequest("GET", "/custom-symbols.js")).body
        #expect(
            String(decoding: list, as: UTF8.self) == """
                export const custom = new Set(["a.fill", "my-gate"]);
                export const assets = new Set(["Icons/tea", "lock", "my-gate"]);

                """)
        #expect(try files.response(to: HTTPRequest("GET", "/symbols/Icons/tea.svg")).body == other.svg)
        #expect(try String(decoding: response("/custom-symbols.js").body, as: UTF8.self).contains("new Set([])"))
        #expect(throws: Problem.self) { try response("/symbols/my-gate.svg") }
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
