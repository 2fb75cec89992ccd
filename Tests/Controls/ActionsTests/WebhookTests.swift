import Controls
import ExtensionTestSupport
import Foundation
import Glibc
import LocalAPI
import Testing

@testable import Actions

/// Requests to the test's own server.
@Suite(.timeLimit(.minutes(5)))
struct WebhookTests {
    private let bench: Bench
    private let server: TestServer

    init() async throws {
        bench = try await Bench()
        server = try TestServer()
    }

    private func failure(_ path: String, _ more: [String: IntentValue] = [:]) async throws -> String? {
        let address = path.hasPrefix("/") ? server.url(path) : path
        return try await bench.perform(
            "webhook", ["url": .string(address)].merging(more) { $1 }
        ).failure
    }

    @Test("a request has its method, headers and body, and an answer of 2xx is a success")
    func success() async throws {
        #expect(try await failure("/200", ["body": "{\"ring\": 1}", "headers": .texts(["X-Bell: front"])]) == nil)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST /200 HTTP/1.1\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{\"ring\": 1}"))
        #expect(request.contains("\r\nX-Bell: front\r\n"))
        #expect(request.contains("\r\nContent-Type: application/json\r\n"))
        #expect(!request.contains("Expect"))
        #expect(try await failure("/204", ["method": "GET"]) == nil)
        #expect(server.requests.last?.hasPrefix("GET /204 ") == true)
        #expect(server.requests.last?.contains("Content-Length") == false)
        #expect(try await failure("/200") == nil)
        #expect(server.requests.last?.contains("Content-Length: 0\r\n") == true)
        #expect(try await failure("/200", ["method": "HEAD"]) == nil)
    }

    @Test("an answer other than 2xx is a failure with its first line")
    func refused() async throws {
        #expect(try await failure("/500") == "127.0.0.1:\(server.port) answered 500: broken")
        #expect(try await failure("/404?token=secret") == "127.0.0.1:\(server.port) answered 404")
        // A POST that the server accepted is not sent again.
        #expect(server.requests.count == 2)
    }

    @Test("a server that never answers, or never ends its headers, is given up in time")
    func never() async throws {
        async let never = failure("/never", ["timeout_ms": .int(1_000)])
        async let slow = failure("/slow", ["timeout_ms": .int(1_000)])
        for failure in try await [never, slow] {
            #expect(failure == "127.0.0.1:\(server.port) did not answer in 1 s")
        }
        #expect(server.requests.count == 2)
        server.end()
    }

    @Test("an endless answer is cut off and its status counts, and endless headers are a failure")
    func endless() async throws {
        #expect(try await failure("/endless") == nil)
        #expect(try await failure("/headers")?.hasPrefix("127.0.0.1:\(server.port): ") == true)
        #expect(try await failure("/junk", ["retries": .int(0)]) != nil)
    }

    @Test("redirects are followed within http, up to a limit")
    func redirects() async throws {
        #expect(try await failure("/moved", ["body": "x"]) == nil)
        #expect(server.requests.last?.hasPrefix("POST /200 ") == true)
        #expect(try await failure("/loop")?.hasSuffix(": Number of redirects hit maximum amount") == true)
        for path in ["/file", "/gopher"] {
            #expect(try await failure(path)?.hasSuffix(": Unsupported protocol") == true)
        }
    }

    @Test("a request that the server did not accept is repeated, and a POST that may have been done is not")
    func retries() async throws {
        #expect(try await failure("/once") == nil)
        #expect(server.requests.count == 2)
        #expect(try await failure("/dropped")?.hasSuffix(": Server returned nothing (no headers, no data)") == true)
        #expect(server.requests.count == 3)
        #expect(try await failure("/dropped", ["method": "PUT", "retries": .int(1)]) != nil)
        #expect(server.requests.count == 5)
        // The server asks for a longer wait than the time limit.
        #expect(try await failure("/503") == "127.0.0.1:\(server.port) answered 503")
        #expect(server.requests.count == 6)
    }

    @Test(
        "a failed attempt is repeated if that is safe and may help",
        arguments: [
            (WebhookAttempt(failure: .passing, isSent: false), "POST", true),
            (WebhookAttempt(failure: .passing, isSent: true), "POST", false),
            (WebhookAttempt(failure: .passing, isSent: true), "GET", true),
            (WebhookAttempt(failure: .lasting, isSent: false), "GET", false),
            (WebhookAttempt(failure: .tookTooLong, isSent: false), "GET", false),
            (WebhookAttempt(status: 500, isSent: true), "POST", false),
            (WebhookAttempt(status: 500, isSent: true), "PUT", true),
            (WebhookAttempt(status: 503, isSent: true), "POST", true),
            (WebhookAttempt(status: 429, isSent: true), "PATCH", true),
            (WebhookAttempt(status: 404, isSent: true), "GET", false),
        ])
    func repeating(attempt: WebhookAttempt, method: String, isRepeated: Bool) {
        #expect(attempt.maySendAgain(method: method) == isRepeated)
    }

    @Test("a refused connection is tried again and then a failure")
    func noServer() async throws {
        let closed = try TestServer().port
        #expect(
            try await failure("http://127.0.0.1:\(closed)/", ["retries": .int(1)])?
                .hasPrefix("127.0.0.1:\(closed): ") == true)
    }

    @Test(
        "an address that is neither http nor https is refused",
        arguments: ["", "ftp://localhost/", "file:///etc/passwd", "http://", "nonsense", "http://a b/"])
    func addresses(address: String) async throws {
        #expect(try await failure(address.isEmpty ? " " : address) != nil)
        #expect(server.requests.isEmpty)
    }

    @Test("a header or method with characters that change the request is refused")
    func injection() async throws {
        #expect(try await failure("/200", ["headers": .texts(["X: a\r\nY: b"])]) != nil)
        #expect(try await failure("/200", ["headers": .texts(["no colon"])]) != nil)
        #expect(try await failure("/200", ["headers": .texts([": x"])]) != nil)
        #expect(try await failure("/200", ["method": "GET /x"]) == "'GET /x' is not an HTTP method")
        #expect(server.requests.isEmpty)
    }

    @Test("a secret is sent as a bearer token, and only from a file that others cannot read")
    func secret() async throws {
        let file = try bench.folder.write("  s3cr3t\n", to: "secret")
        #expect(try await failure("/200", ["secret_file": .string(file)]) == nil)
        #expect(server.requests.last?.contains("\r\nAuthorization: Bearer s3cr3t\r\n") == true)
        let readable = try bench.folder.write("s3cr3t", to: "readable", mode: 0o644)
        #expect(
            try await failure("/200", ["secret_file": .string(readable)])
                == "\(readable): everybody may read it; chmod o= makes it secret")
        let two = try bench.folder.write("a\nX: b", to: "two")
        #expect(
            try await failure("/200", ["secret_file": .string(two)]) == "\(two): not one word of printable ASCII")
        let empty = try bench.folder.write("\n", to: "empty")
        #expect(try await failure("/200", ["secret_file": .string(empty)]) == "\(empty): empty")
        #expect(
            try await failure("/200", ["secret_file": "/nowhere"]) == "/nowhere: No such file or directory")
        #expect(try await failure("/200", ["secret_file": "secret"]) == "secret: not an absolute path")
        #expect(server.requests.count == 1)
    }

    @Test("attack: a secret that another user can change or replace is not sent")
    func untrustedSecret() async throws {
        let trusted = geteuid() == 0 ? "root" : "root and user \(geteuid())"
        let path = try bench.folder.write("s3cr3t", to: "secret", mode: 0o660)
        #expect(
            try await failure("/200", ["secret_file": .string(path)])
                == "\(path): others than \(trusted) may write the file \(path) (mode 660); chmod g-w \(path)")
        try #require(chmod(path, 0o640) == 0)
        let folder = bench.folder.path
        try #require(chmod(folder, 0o757) == 0)
        #expect(
            try await failure("/200", ["secret_file": .string(path)])
                == "\(path): others than \(trusted) may write the folder \(folder) (mode 757); chmod o-w \(folder)")
        try #require(chmod(folder, 0o755) == 0)
        #expect(try await failure("/200", ["secret_file": .string(path)]) == nil)
        // Only root can give files away.
        if chown(path, 4_242, 0) == 0 {
            #expect(
                try await failure("/200", ["secret_file": .string(path)])
                    == "\(path): the file \(path) belongs to user 4242, not to \(trusted); chown root \(path)")
        }
        #expect(server.requests.count == 1)
    }

    @Test("C26 a request whose performance is given up is ended")
    func cancelled() async throws {
        let (bench, address) = (bench, server.url("/never"))
        let performing = Task {
            try await bench.perform("webhook", ["url": .string(address), "timeout_ms": .int(60_000)]).failure
        }
        performing.cancel()
        #expect(try await performing.value == "nobody waits for it any more")
    }

    @Test("simultaneous requests are answered up to a limit, and more are refused")
    func many() async throws {
        let (bench, address) = (bench, server.url("/never"))
        let failures = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await bench.perform("webhook", ["url": .string(address), "timeout_ms": .int(60_000)]).failure
                }
            }
            var failures: [String?] = []
            for try await failure in group {
                failures.append(failure)
                // The others are under way, and would wait for their time.
                if failures.count == 8 { group.cancelAll() }
            }
            return failures
        }
        #expect(failures.prefix(8).allSatisfy { $0 == "32 requests run already" }, "\(failures)")
        #expect(failures.dropFirst(8).allSatisfy { $0 == "nobody waits for it any more" }, "\(failures)")
        server.end()
    }
}
