import Glibc

/// Writes a new file as a whole. After `write` returns, the file is on disk.
public enum NewFile {
    /// A failed system call, and its `errno`.
    public struct Failure: Error, Sendable, Hashable {
        /// The name of the system call.
        public let call: String
        /// The `errno` of the call.
        public let code: Int32

        fileprivate init(_ call: String, code: Int32 = SystemCall.lastError) {
            (self.call, self.code) = (call, code)
        }
    }

    /// Creates a file with these bytes at `path`, readable for its user alone (mode 0600). No file may exist there.
    ///
    /// - Throws: `EEXIST` of `open` where a file exists. After another failure, no incomplete file is left.
    public static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(Failure) {
        if let failure = make(path, bytes) { throw failure }
    }

    /// Creates a file with bytes that need not be wiped.
    public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if let failure = bytes.withUnsafeBytes({ make(path, $0) }) { throw failure }
    }

    /// Checks whether a file could be created at `path`, before a caller does expensive work for it.
    ///
    /// - Throws: the error that `write` would throw, as far as is known now.
    public static func check(_ path: String) throws(Failure) {
        var status = stat()
        if lstat(path, &status) == 0 { throw Failure("open", code: EEXIST) }
        // The entry `.` distinguishes a path that is not a folder from a folder without access.
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
        // Independent of the umask.
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

    /// A new file may be gone after a power cut until its folder is synced.
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
