import CEventLoop
import EventLoop
import Glibc

/// The system calls on UNIX stream sockets.
enum LocalSocket {
    /// The identity of the file at a path, to recognise the same file later.
    struct Identity: Sendable, Hashable {
        var device: UInt64
        var inode: UInt64
        var isSocket: Bool

        /// - Returns: `nil` if there is no file at `path`. A link is not followed.
        init?(path: String) {
            var (device, inode): (UInt64, UInt64) = (0, 0)
            let found = holdfast_socket_identity(path, &device, &inode)
            guard found >= 0 else { return nil }
            (self.device, self.inode, isSocket) = (device, inode, found == 1)
        }
    }

    /// The system call that failed.
    typealias Failure = EventLoopError

    /// Makes a non-blocking connection to the socket at `path`.
    ///
    /// - Parameter patience: The longest wait for room in the listener's queue; `nil`: no wait.
    static func connect(path: String, patience: Duration? = nil) throws(Failure) -> Int32 {
        let descriptor = holdfast_socket_connect(path, Int32((patience ?? .zero) / .milliseconds(1)))
        guard descriptor >= 0 else { throw Failure(call: "connect") }
        return descriptor
    }

    /// Accepts a client that waits at `listener`. The connection does not block.
    static func accept(_ listener: Int32) throws(Failure) -> Int32 {
        let descriptor = holdfast_socket_accept(listener)
        guard descriptor >= 0 else { throw Failure(call: "accept4") }
        return descriptor
    }

    /// The client at the other end of a connection; `nil` if the kernel cannot name it.
    static func peer(of descriptor: Int32) -> VarlinkPeer? {
        var peer = VarlinkPeer(user: 0, group: 0, process: 0)
        guard holdfast_socket_peer(descriptor, &peer.user, &peer.group, &peer.process) == 0 else { return nil }
        return peer
    }

    /// Creates a socket that listens at `path`, with the file permissions `mode`.
    ///
    /// A socket without a listener is replaced. Any other file stays, because a server did not create it.
    static func listen(path: String, mode: mode_t) throws(VarlinkServerError) -> (descriptor: Int32, Identity) {
        let limit = Int(holdfast_socket_path_limit())
        guard path.utf8.count <= limit else { throw .pathTooLong(path: path, limit: limit) }
        try removeStale(path: path)
        let descriptor = holdfast_socket_create()
        guard descriptor >= 0 else { throw .system(call: "socket", path: path, code: SystemCall.lastError) }
        do throws(Failure) {
            try check("bind", holdfast_socket_bind(descriptor, path))
            // Before any client can connect, regardless of the process's umask.
            try check("chmod", chmod(path, mode))
            try check("listen", Glibc.listen(descriptor, SOMAXCONN))
        } catch {
            // After a failed bind, the file at the path belongs to another process.
            if error.call != "bind" { unlink(path) }
            close(descriptor)
            if error.call == "bind" && error.code == EADDRINUSE { throw .inUse(path: path) }
            throw .system(call: error.call, path: path, code: error.code)
        }
        guard let identity = Identity(path: path) else {
            close(descriptor)
            throw .system(call: "lstat", path: path, code: SystemCall.lastError)
        }
        return (descriptor, identity)
    }

    private static func removeStale(path: String) throws(VarlinkServerError) {
        guard let found = Identity(path: path) else { return }
        guard found.isSocket else { throw .notASocket(path: path) }
        do throws(Failure) {
            close(try connect(path: path))
        } catch {
            guard error.code == ECONNREFUSED else {
                // With EAGAIN the listener's queue is full: its process is alive.
                if error.code == EAGAIN { throw .inUse(path: path) }
                throw .system(call: error.call, path: path, code: error.code)
            }
            guard unlink(path) == 0 || SystemCall.lastError == ENOENT else {
                throw .system(call: "unlink", path: path, code: SystemCall.lastError)
            }
            return
        }
        throw .inUse(path: path)
    }

    private static func check(_ call: String, _ result: Int32) throws(Failure) {
        guard result == 0 else { throw Failure(call: call) }
    }
}
