import EventLoop
import Glibc

/// An open device file of a text display. Every method may block for a long time, or for ever, and runs on a worker's
/// thread.
struct DisplayDevice: Sendable {
    let path: String
    let descriptor: Int32
    /// Identifies the open device, even if another one is at the path later.
    let identity: Identity
    let isTerminal: Bool

    /// Distinguishes one device file from another.
    struct Identity: Sendable, Hashable {
        private let device: UInt64
        private let inode: UInt64
        private let kind: UInt64

        fileprivate init(_ status: stat) {
            (device, inode, kind) = (UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_rdev))
        }

        /// The identity of the file at a path; `nil` where there is none.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }
    }

    /// Opens the device file at a path.
    init(path: String) throws(DisplayError) {
        self.path = path
        // Checked before opening: opening a FIFO without a reader fails with ENXIO, which does not name the real
        // problem.
        var before = stat()
        if stat(path, &before) == 0, before.st_mode & S_IFMT != S_IFCHR { throw .noDevice(path: path) }
        // Write-only: the kernel's character LCDs refuse other modes (drivers/auxdisplay/charlcd.c, charlcd_open).
        // O_NONBLOCK: do not wait for the other end of a serial line. O_NOCTTY: the line must not become the daemon's
        // controlling terminal.
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
        // From here on writes block, so that no output is lost.
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0 else {
            let error = Self.error("fcntl", path)
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Writes all bytes, however long the device takes.
    func write(_ bytes: [UInt8]) throws(DisplayError) {
        let isWritten = bytes.withUnsafeBytes { SystemCall.write($0, to: descriptor) }
        guard isWritten else { throw Self.error("write", path) }
    }

    /// Closes the device.
    ///
    /// - Parameter dropping: whether to discard the output that a terminal has not sent yet, instead of waiting for
    ///   it.
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
