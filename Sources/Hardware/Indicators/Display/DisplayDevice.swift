import EventLoop
import Glibc

/// An open device with a text display behind it. All that it does may take long, or for ever: it is done on a worker's
/// thread.
struct DisplayDevice: Sendable {
    let path: String
    let descriptor: Int32
    /// Which device it is, whatever lies at the path later.
    let identity: Identity
    let isTerminal: Bool

    /// What tells one device file from another.
    struct Identity: Sendable, Hashable {
        private let device: UInt64
        private let inode: UInt64
        private let kind: UInt64

        fileprivate init(_ status: stat) {
            (device, inode, kind) = (UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_rdev))
        }

        /// What lies at a path; `nil` where nothing does.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }
    }

    /// Opens what lies at a path.
    init(path: String) throws(DisplayError) {
        self.path = path
        // To open a pipe that nobody reads fails with a code (ENXIO) that says nothing of what lies there.
        var before = stat()
        if stat(path, &before) == 0, before.st_mode & S_IFMT != S_IFCHR { throw .noDevice(path: path) }
        // Only to be written: the kernel's character LCDs refuse anything else (drivers/auxdisplay/charlcd.c,
        // charlcd_open). A serial line is not waited for until somebody is at its other end, nor does it become the
        // daemon's terminal.
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error("open", path) }
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            Glibc.close(descriptor)
            throw .noDevice(path: path)
        }
        identity = Identity(status)
        isTerminal = isatty(descriptor) == 1
        // From here on a write waits, so that nothing is lost.
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0 else {
            let error = Self.error("fcntl", path)
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Writes all of it, however long that takes.
    func write(_ bytes: [UInt8]) throws(DisplayError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, SystemCall.lastError == EINTR { continue }
            guard count >= 0 else { throw Self.error("write", path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives it back; what has not gone out by now, to a terminal, is dropped where nobody shall wait for it.
    func close(dropping: Bool) {
        if dropping, isTerminal { tcflush(descriptor, TCOFLUSH) }
        Glibc.close(descriptor)
    }

    private static func error(_ call: String, _ path: String) -> DisplayError {
        switch SystemCall.lastError {
        case EACCES, EPERM, EROFS: .notPermitted(path: path)
        case ENOENT, ENOTDIR, ENODEV, ENXIO: .gone(path: path)
        case EBUSY: .busy(path: path)
        case EISDIR: .noDevice(path: path)
        case let code: .failed(call: call, path: path, code: code)
        }
    }
}
