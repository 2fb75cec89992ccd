import Foundation
import Glibc
import Synchronization

/// A server on a free loopback port, with a thread for each connection. The path of a request selects the answer.
public final class TestServer: Sendable {
    private struct State {
        var requests: [String] = []
        var connections: Set<Int32> = []
    }

    private let listener: Int32
    public let port: UInt16
    private let state = Mutex(State())

    public init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard bound else { throw SpawnedProgram.Failure(call: "bind", code: errno) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                guard connection >= 0, let self else {
                    // Closing earlier would free the number for another test's socket.
                    close(listener)
                    return
                }
                self.state.withLock { _ = $0.connections.insert(connection) }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// All requests, each with its headers and body.
    public var requests: [String] { state.withLock { $0.requests } }

    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Closes the remaining sockets.
    public func end() {
        state.withLock { state in
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ connection: Int32) {
        defer {
            // Both steps share a lock: after the close another test's socket may have the same number.
            state.withLock { state in
                state.connections.remove(connection)
                _ = close(connection)
            }
        }
        guard let request = read(connection) else { return }
        let count = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        let path = request.split(separator: " ").dropFirst().first ?? "/"
        func answer(_ status: String, _ headers: String = "", _ body: String = "") {
            send(connection, "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
        }
        switch path {
        case "/200": answer("200 OK", "", "fine\n")
        case "/204": answer("204 No Content")
        case "/500": answer("500 Internal Server Error", "", "\nbroken\nmore")
        case "/503": answer("503 Service Unavailable", "Retry-After: 3000\r\n")
        case "/once": count == 1 ? answer("503 Service Unavailable") : answer("200 OK")
        case "/loop": answer("302 Found", "Location: /loop\r\n")
        case "/moved": answer("302 Found", "Location: /200\r\n")
        case "/file": answer("302 Found", "Location: file:///etc/passwd\r\n")
        case "/gopher": answer("302 Found", "Location: gopher://127.0.0.1:1/\r\n")
        case "/dropped": return
        case "/never": _ = read(connection)
        case "/slow":
            send(connection, "HTTP/1.1 200 OK\r\n")
            while send(connection, "X-More: 1\r\n"), poll(nil, 0, 20) == 0 {}
        case "/headers":
            send(connection, "HTTP/1.1 200 OK\r\n")
            while send(connection, "X-More: \(String(repeating: "x", count: 1_000))\r\n") {}
        case "/endless":
            send(connection, "HTTP/1.1 200 OK\r\n\r\nbegin\n")
            while send(connection, String(repeating: "x", count: 65_536)) {}
        case "/junk": send(connection, "SSH-2.0-OpenSSH\r\n")
        default: answer("404 Not Found")
        }
    }

    /// Reads a request; `nil` if the client has disconnected.
    private func read(_ connection: Int32) -> String? {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = text.range(of: "\r\n\r\n") {
                let length =
                    text.range(of: "Content-Length: ", options: .caseInsensitive).flatMap {
                        Int(text[$0.upperBound...].prefix { $0.isNumber })
                    } ?? 0
                if text[end.upperBound...].utf8.count >= length { return text }
            }
            let count = recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    @discardableResult
    private func send(_ connection: Int32, _ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
