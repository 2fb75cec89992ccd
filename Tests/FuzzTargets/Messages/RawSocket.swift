import CEventLoop
import EventLoop
import Glibc

/// The bare end of a UNIX socket: bytes, as an input wants them.
@PanelActor
final class RawSocket {
    private let descriptor: Int32
    private var isOpen = true
    private var received: [UInt8] = []
    /// Whether the other side has hung up, as far as has been read.
    private(set) var isOver = false

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { if isOpen { close(descriptor) } }

    func hangUp() {
        if isOpen { close(descriptor) }
        isOpen = false
    }

    /// A connection to the socket at `path`.
    static func connected(to path: String) throws -> RawSocket {
        let descriptor = holdfast_socket_connect(path, 0)
        guard descriptor >= 0 else { throw RefusedCall("connect") }
        return RawSocket(descriptor)
    }

    /// A socket that listens at `path`.
    static func listening(at path: String) throws -> RawSocket {
        let descriptor = holdfast_socket_create()
        guard descriptor >= 0 else { throw RefusedCall("socket") }
        let socket = RawSocket(descriptor)
        guard holdfast_socket_bind(descriptor, path) == 0 else { throw RefusedCall("bind") }
        guard listen(descriptor, SOMAXCONN) == 0 else { throw RefusedCall("listen") }
        return socket
    }

    /// One who has dialled; `nil` where nobody waits.
    func accepted() -> RawSocket? {
        let connection = holdfast_socket_accept(descriptor)
        return connection < 0 ? nil : RawSocket(connection)
    }

    /// Writes as much as there is room for.
    func send(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        _ = holdfast_socket_send(descriptor, bytes, bytes.count)
    }

    /// Sends no more.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The messages that have come in full since the last call.
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
