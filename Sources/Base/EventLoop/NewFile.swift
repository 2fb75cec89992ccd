import Glibc

/// A file that is written once, whole, and durable when that has returned.
public enum NewFile {
    /// The call that failed, and what it left in `errno`.
    public struct Failure: Error, Sendable, Hashable {
        /// The call.
        public let call: String
        /// The error's number.
        public let code: Int32

        fileprivate init(_ call: String, code: Int32 = SystemCall.lastError) {
            (self.call, self.code) = (call, code)
        }
    }

    /// Makes a file with these bytes at `path`, where nothing may be, that its user alone may read: mode 0600.
    ///
    /// - Throws: `EEXIST` of `open` where something is; nothing is left there then of what could not be written.
    public static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(Failure) {
        if let failure = make(path, bytes) { throw failure }
    }

    /// The same for bytes that need not be wiped.
    public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if let failure = bytes.withUnsafeBytes({ make(path, $0) }) { throw failure }
    }

    /// Looks whether a file could be made at `path`, for who would do much before in vain.
    ///
    /// - Throws: as far as is known now, what `write` would.
    public static func check(_ path: String) throws(Failure) {
        var status = stat()
        if lstat(path, &status) == 0 { throw Failure("open", code: EEXIST) }
        // By its own entry, so that what is no folder is told from one that is closed.
        if access(folder(of: path) + "/.", W_OK | X_OK) != 0 { throw Failure("open") }
    }

    private static func make(_ path: String, _ bytes: UnsafeRawBufferPointer) -> Failure? {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return Failure("open") }
        var failure = fill(descriptor, bytes)
        if close(descriptor) != 0 && failure == nil { failure = Failure("close") }
        failure = failure ?? syncFolder(of: path)
        if failure != nil { unlink(path) }
        return failure
    }

    private static func fill(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Failure? {
        // Whatever the umask.
        guard fchmod(descriptor, 0o600) == 0 else { return Failure("fchmod") }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if SystemCall.lastError != EINTR {
                return Failure("write")
            }
        }
        return fsync(descriptor) == 0 ? nil : Failure("fsync")
    }

    /// Until its folder is synced a new file may be gone after a power cut.
    private static func syncFolder(of path: String) -> Failure? {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return Failure("open") }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 ? nil : Failure("fsync")
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}
