import EventLoop
import Glibc

/// The file of a store and its companion files: `NAME`, `NAME-wal`, `NAME-journal`, `NAME-shm`.
struct StoreFile: Sendable {
    /// The path of the file with the links of its folder resolved: under `DynamicUser=`, systemd makes
    /// `StateDirectory=` a link.
    let path: String
    private let folder: String

    private static let companions = ["-wal", "-journal", "-shm"]

    /// Resolves the folder of `path`, which must exist. `prepare()` checks permissions.
    init(path: String) throws(StoreError) {
        let slash = path.lastIndex(of: "/")
        let parent = NewFile.folder(of: path)
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

    /// Creates a missing file. Checks that only this process's user and root may write the file, and that its size and
    /// log agree.
    ///
    /// The checks open no existing file: closing a second descriptor of a file releases all locks of the process on
    /// that file (`fcntl(2)`).
    ///
    /// - Throws: `.damaged`, or an error that users must fix.
    func prepare() throws(StoreError) {
        guard let status = try status(of: folder), status.st_mode & S_IFMT == S_IFDIR else {
            throw .noFolder(path: folder)
        }
        try status.checkTrusted(path: folder)
        for name in [path] + Self.companions.map({ path + $0 }) { try checkFile(name) }
        // SQLite writes to a log only after the database has a page, and would remove this log. Check the log before
        // the size: otherwise a database that another panel is creating looks damaged.
        let hasLog = try hasLog
        let size = try self.status(of: path)?.st_size
        if size ?? 0 == 0 && hasLog {
            let reason = size == nil ? "it is gone, but its log is not" : "it is empty, but its log is not"
            throw .damaged(path: path, reason: reason)
        }
        // 512 bytes is the smallest page. SQLite treats a single byte as an empty database (`unixFileSize`).
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

    /// There is a non-empty write-ahead log: the last writer did not close the database.
    var hasLog: Bool {
        get throws(StoreError) { (try status(of: path + "-wal")?.st_size ?? 0) > 0 }
    }

    private func checkFile(_ path: String) throws(StoreError) {
        guard let status = try status(of: path) else { return }
        if status.st_mode & S_IFMT == S_IFLNK { throw .symbolicLink(path: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        try status.checkTrusted(path: path)
        // A restored backup may be readable by others. Refusing the file would not undo the exposure.
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

    /// Renames the file and its companions to the first free `NAME.LABEL-N`; returns the new path.
    func keepAside(as label: String) throws(StoreError) -> String {
        var number = 1
        var kept: String { "\(path).\(label)-\(number)" }
        while try isTaken(kept) { number += 1 }
        // Rename the database first. SQLite ignores a log without a database, but would accept a database without its
        // log.
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
    /// Checks that only root and this process's user may write the file or folder.
    func checkTrusted(path: String) throws(StoreError) {
        guard st_uid == geteuid() || st_uid == 0 else { throw .foreignOwner(path: path, owner: st_uid) }
        guard st_mode & 0o022 == 0 else { throw .writableByOthers(path: path, mode: st_mode & 0o7777) }
    }
}
