import EventLoop
import Glibc

/// The file of a store, with what lies beside it: `NAME`, `NAME-wal`, `NAME-journal`, `NAME-shm`.
struct StoreFile: Sendable {
    /// The file, its folder's links resolved: systemd makes `StateDirectory=` one under `DynamicUser=`.
    let path: String
    private let folder: String

    private static let companions = ["-wal", "-journal", "-shm"]

    /// The file at `path`, whose folder is there and no one else's to write.
    init(path: String) throws(StoreError) {
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !["", ".", ".."].contains(name) else { throw .notAFile(path: path) }
        guard let resolved = realpath(parent, nil) else {
            let code = SystemCall.lastError
            if code == ENOENT || code == ENOTDIR { throw .noFolder(path: parent) }
            throw .failed(call: "realpath", path: parent, code: code)
        }
        folder = String(cString: resolved)
        free(resolved)
        self.path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// Makes sure that the file is there, ours alone, and a database or empty as far as its neighbours tell.
    ///
    /// Nothing is opened for it: closing a second descriptor of a file gives up all locks that the process has on it
    /// (`fcntl(2)`).
    ///
    /// - Throws: what must be put right by people, or `.damaged`.
    func prepare() throws(StoreError) {
        guard let status = try status(of: folder), status.st_mode & S_IFMT == S_IFDIR else {
            throw .noFolder(path: folder)
        }
        try status.checkTrusted(path: folder)
        for name in [path] + Self.companions.map({ path + $0 }) { try checkFile(name) }
        // A log is written to once the database has a page; SQLite would remove this one. Looked at in this order, one
        // that another panel begins meanwhile is not taken for it.
        let hasLog = try hasLog
        let size = try self.status(of: path)?.st_size
        if size ?? 0 == 0 && hasLog {
            let reason = size == nil ? "it is gone, but its log is not" : "it is empty, but its log is not"
            throw .damaged(path: path, reason: reason)
        }
        // The smallest page. SQLite takes a single byte for an empty database (`unixFileSize`).
        if let size, (1..<512).contains(size) { throw .damaged(path: path, reason: "it has only \(size) bytes") }
        guard size == nil else {
            guard access(path, R_OK | W_OK) == 0 else { throw .readOnly(path: path) }
            return
        }
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let code = SystemCall.lastError
            if code == EROFS { throw .readOnly(path: path) }
            throw .failed(call: "open", path: path, code: code)
        }
        close(descriptor)
    }

    /// There is a write-ahead log with something in it: whoever wrote the file last has not closed it.
    var hasLog: Bool {
        get throws(StoreError) { (try status(of: path + "-wal")?.st_size ?? 0) > 0 }
    }

    private func checkFile(_ path: String) throws(StoreError) {
        guard let status = try status(of: path) else { return }
        if status.st_mode & S_IFMT == S_IFLNK { throw .symbolicLink(path: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        try status.checkTrusted(path: path)
        // Readable by others: a restored backup. There is nothing to gain in refusing it.
        if status.st_mode & 0o077 != 0 && chmod(path, 0o600) != 0 {
            throw .failed(call: "chmod", path: path, code: SystemCall.lastError)
        }
    }

    private func status(of path: String) throws(StoreError) -> stat? {
        var status = stat()
        guard lstat(path, &status) != 0 else { return status }
        let code = SystemCall.lastError
        guard code == ENOENT else { throw .failed(call: "lstat", path: path, code: code) }
        return nil
    }

    /// Renames the file, and what belongs to it, to the first `NAME.LABEL-N` that is free; returns that path.
    func keepAside(as label: String) throws(StoreError) -> String {
        var number = 1
        var kept: String { "\(path).\(label)-\(number)" }
        while try isTaken(kept) { number += 1 }
        // The database first: without it a log is not taken for one, but a database without its log could be.
        for suffix in [""] + Self.companions where rename(path + suffix, kept + suffix) != 0 {
            let code = SystemCall.lastError
            guard code == ENOENT else {
                if code == EROFS { throw .readOnly(path: path) }
                throw .failed(call: "rename", path: path + suffix, code: code)
            }
        }
        return kept
    }

    private func isTaken(_ kept: String) throws(StoreError) -> Bool {
        for suffix in [""] + Self.companions where try status(of: kept + suffix) != nil { return true }
        return false
    }
}

extension stat {
    /// Nobody but root and this process's user may write the file or folder.
    func checkTrusted(path: String) throws(StoreError) {
        guard st_uid == geteuid() || st_uid == 0 else { throw .foreignOwner(path: path, owner: st_uid) }
        guard st_mode & 0o022 == 0 else { throw .writableByOthers(path: path, mode: st_mode & 0o7777) }
    }
}
