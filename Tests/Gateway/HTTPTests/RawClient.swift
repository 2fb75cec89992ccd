import EventLoop
import Glibc
import HTTP

/// A client of a server on loopback, which sends and receives bytes.
@PanelActor
final class RawClient {
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var received: [UInt8] = []
    private var isEnded = false
    private var waiting: (end: String?, continuation: CheckedContinuation<String, Never>)?

    init(_ address: ListenAddress) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.host, &name.sin_addr)
        let result = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            throw EventLoopError(call: "connect")
        }
    }

    /// Makes the kernel keep little for this client, so that a server soon notices that the client reads nothing.
    func narrow() {
        var size: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Everything that has come, as soon as `part` is in it, or the server has closed the connection.
    func text(with part: String) async throws -> String { try await receive(until: part) }

    /// Everything that comes until the server closes the connection.
    func textUntilClosed() async throws -> String { try await receive(until: nil) }

    private func receive(until end: String?) async throws -> String {
        if watch == nil && !isEnded { watch = try EventLoop.panel.watch(descriptor) { [weak self] _ in self?.read() } }
        if has(end) { return text }
        return await withCheckedContinuation { waiting = (end, $0) }
    }

    private func has(_ end: String?) -> Bool { isEnded || end.map { text.contains($0) } ?? false }

    private var text: String { String(decoding: received, as: UTF8.self) }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer[..<count] }
        if count == 0 || (count < 0 && errno != EAGAIN) {
            isEnded = true
            watch?.cancel()
        }
        guard let waiting, has(waiting.end) else { return }
        self.waiting = nil
        waiting.continuation.resume(returning: text)
    }

    func close() {
        watch?.cancel()
        Glibc.close(descriptor)
    }
}
