import Glibc

/// Writes a new file as a whole. After `write` returns, the file is on disk.
public enum NewFile {
    /// The system call that failed.
    public typealias Failure = EventLoopError

    /// Creates a file with these bytes at `path`, readable for its user alone (mode 0600). No file may exist there.
    ///
    /// - Throws: `EEXIST` of `open` where a file exists. After another failure, no incomplete file is left.
    public static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(Failure) {
        if let failure = make(path, bytes) { throw failure }
    }

    /// Creates a file with bytes that need not be wiped.
    ///
    /// - Parameters:
    ///   - owner: The file's user and group; `nil` for those of this process.
    public static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, owner: (user: UInt32, group: UInt32)? = nil
    ) throws(Failure) {
        if let failure = bytes.withUnsafeBytes({ make(path, $0, mode: mode, owner: owner) }) { throw failure }
    }

    /// Replaces the file at `path`, or creates it, readable for its user alone (mode 0600). After a power cut, the file has
    /// the old or the new bytes.
    ///
    /// - Throws: the call that failed. The old file stays.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
        let draft = RecordFile.draft(of: path)
        // A process that was killed while writing leaves this file.
        unlink(draft)
        if let failure = bytes.withUnsafeBytes({ make(draft, $0) }) { throw failure }
        guard rename(draft, path) == 0 else {
            let failure = Failure(call: "rename")
            unlink(draft)
            throw failure
        }
        if let failure = syncFolder(of: path) { throw failure }
    }

    /// Checks whether a file could be created at `path`, before a caller does expensive work for it.
    ///
    /// - Throws: the error that `write` would throw, as far as is known now.
    public static func check(_ path: String) throws(Failure) {
        var status = stat()
        if lstat(path, &status) == 0 { throw Failure(call: "open", code: EEXIST) }
        // The entry `.` distinguishes a path that is not a folder from a folder without access.
        if access(folder(of: path) + "/.", W_OK | X_OK) != 0 { throw Failure(call: "open") }
    }

    /// - Parameter isSynced: Whether the file must be on disk. Files in memory, as in `/run`, need not.
    static func make(
        _ path: String, _ bytes: UnsafeRawBufferPointer, mode: UInt32 = 0o600,
        owner: (user: UInt32, group: UInt32)? = nil, isSynced: Bool = true
    ) -> Failure? {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return Failure(call: "open") }
        var failure = fill(descriptor, bytes, mode, owner, isSynced: isSynced)
        if close(descriptor) != 0 && failure == nil { failure = Failure(call: "close") }
        if isSynced && failure == nil { failure = syncFolder(of: path) }
        if failure != nil { unlink(path) }
        return failure
    }

    private static func fill(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ mode: UInt32, _ owner: (user: UInt32, group: UInt32)?,
        isSynced: Bool
    ) -> Failure? {
        guard SystemCall.write(bytes, to: descriptor) else { return Failure(call: "write") }
        // By the descriptor: in a folder of another user, a link may have the file's name by now.
        if let owner, fchown(descriptor, owner.user, owner.group) != 0 { return Failure(call: "fchown") }
        // Independent of the umask.
        guard fchmod(descriptor, mode) == 0 else { return Failure(call: "fchmod") }
        return !isSynced || fsync(descriptor) == 0 ? nil : Failure(call: "fsync")
    }

    /// A new file may be gone after a power cut until its folder is synced.
    public static func syncFolder(of path: String) -> Failure? {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return Failure(call: "open") }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 ? nil : Failure(call: "fsync")
    }

    /// The folder of the file at `path`.
    public static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}
