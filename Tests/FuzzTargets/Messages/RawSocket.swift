import CEventLoop
import EventLoop
import Glibc

/// One end of a UNIX socket, with raw bytes.
@PanelActor
final class RawSocket {
    private let descriptor: Int32
    private var isOpen = true
    private var received: [UInt8] = []
    /// Whether the other side has closed, as far as the bytes have been read.
    private(set) var isOver = false

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { if isOpen { Self.hangUp(descriptor) } }

    func hangUp() {
        if isOpen { Self.hangUp(descriptor) }
        isOpen = false
    }

    /// A child of another test, between fork and exec, keeps a copy of the descriptor open: `close` alone ends nothing.
    private nonisolated static func hangUp(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// Connects to the socket at `path`.
    static func connected(to path: String) throws -> RawSocket {
        let descriptor = holdfast_socket_connect(path, 0)
        guard descriptor >= 0 else { throw RefusedCall("connect") }
        return RawSocket(descriptor)
    }

    /// Listens at `path`.
    static func listening(at path: String) throws -> RawSocket {
        let descriptor = holdfast_socket_create()
        guard descriptor >= 0 else { throw RefusedCall("socket") }
        let socket = RawSocket(descriptor)
        guard holdfast_socket_bind(descriptor, path) == 0 else { throw RefusedCall("bind") }
        guard listen(descriptor, SOMAXCONN) == 0 else { throw RefusedCall("listen") }
        return socket
    }

    /// A waiting connection, or `nil`.
    func accepted() -> RawSocket? {
        let connection = holdfast_socket_accept(descriptor)
        return connection < 0 ? nil : RawSocket(connection)
    }

    /// Writes as many bytes as the socket has room for.
    func send(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        _ = holdfast_socket_send(descriptor, bytes, bytes.count)
    }

    /// Closes the sending side.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The messages that have arrived completely since the last call.
    func heard() -> [[UInt8]] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while isOpen && !isOver {
            let count = holdfast_socket_receive(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EAGAIN { break }
            if count <= 0 { isOver = true } else { received += chunk[..<count] }
        }
        var messages = received.messages
        received = messages.popLast().map { Array($0) } ?? []
        return messages.map { Array($0) }
    }
}
