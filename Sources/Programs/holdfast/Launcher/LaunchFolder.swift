import EventLoop
import Glibc
import ProgramSupport

/// A folder for one launcher's sockets and its core's record. Only the launcher's user has access.
struct LaunchFolder: Sendable {
    let path: String

    /// The panel's socket in the folder.
    var socket: String { path + "/" + UpPlace.socketName }

    /// Whether clients find the folder by the path of the panel's file.
    let isStable: Bool

    /// The descriptor of the lock file, held while the launcher runs.
    private let lock: Int32

    /// Another launcher runs the same file.
    struct Taken: Error, CustomStringConvertible {
        fileprivate let file: String
        fileprivate let socket: String
        /// The other launcher's process ID; `nil` if its lock file does not contain one yet.
        fileprivate let process: String?

        var description: String {
            "\(file) runs already\(process.map { ": 'holdfast up', process \($0)" } ?? ""), and answers at \(socket)"
        }
    }

    /// The file at the folder's path is not a folder, or other users have access to it.
    struct Foreign: Error, CustomStringConvertible {
        fileprivate let path: String

        var description: String { "\(path) is not a folder that only this user can enter: remove it" }
    }

    /// Creates the folder, and removes folders that killed launchers left beside it. With a file and
    /// `$XDG_RUNTIME_DIR`, the folder is at the file's `UpPlace`. Without a file or without the variable, its name is
    /// unique, in `$XDG_RUNTIME_DIR` or /tmp.
    ///
    /// - Throws: `FileProblem`, `Taken`, `Foreign`.
    init(for file: String?) throws {
        let given = Environment.value("XDG_RUNTIME_DIR")
        guard let runtimeDirectory = given, let file = file.flatMap(UpPlace.realPath) else {
            let parent = given ?? "/tmp"
            Self.removeLeft(in: parent)
            // A killed launcher leaves its folder, and its process ID may be reused. The random letters keep the
            // names apart.
            var template = Array("\(parent)/\(UpPlace.prefix)\(getpid())-XXXXXX".utf8CString)
            let made = template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            }
            guard let made else { throw FileProblem(path: parent, call: "mkdtemp") }
            (path, isStable) = (made, false)
            lock = try Self.makeLock(made + "/" + UpPlace.lockName)
            return
        }
        let place = UpPlace(of: file, below: runtimeDirectory)
        Self.removeLeft(in: runtimeDirectory)
        (path, isStable) = (place.folder, true)
        try Self.makeOwn(place.folder)
        lock = try Self.takeLock(place, file: file)
        Self.awaitCore(place.folder)
        // A killed launcher may have left its sockets.
        Self.removeSockets(place.folder + "/extensions")
        Self.removeSockets(place.folder)
    }

    /// Waits for the core of a killed launcher, which holds the lock of the folder itself. The guard ends that core
    /// within `Launcher.patience`.
    private static func awaitCore(_ path: String) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return }
        flock(folder, LOCK_SH)
        close(folder)
    }

    private static func makeOwn(_ path: String) throws {
        guard mkdir(path, 0o700) != 0 else { return }
        let code = SystemCall.lastError
        guard code == EEXIST else { throw FileProblem(path: path, call: "mkdir", code: code) }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else { throw Foreign(path: path) }
    }

    /// Takes the lock that all launchers of the file share, and writes this process's ID into the lock file.
    private static func takeLock(_ place: UpPlace, file: String) throws -> Int32 {
        let path = place.folder + "/" + UpPlace.lockName
        while true {
            let lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard lock >= 0 else {
                let code = SystemCall.lastError
                guard code == ENOENT else { throw FileProblem(path: path, call: "open", code: code) }
                try makeOwn(place.folder)
                continue
            }
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                var bytes = [UInt8](repeating: 0, count: 32)
                let count = read(lock, &bytes, bytes.count)
                close(lock)
                let process = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                    .prefix { $0.isASCII && $0.isNumber }
                throw Taken(file: file, socket: place.socket, process: process.isEmpty ? nil : String(process))
            }
            // The previous launcher may have removed the file between open(2) and flock(2).
            var (held, named) = (stat(), stat())
            guard fstat(lock, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino else {
                close(lock)
                try makeOwn(place.folder)
                continue
            }
            ftruncate(lock, 0)
            let number = Array("\(getpid())\n".utf8)
            _ = write(lock, number, number.count)
            return lock
        }
    }

    /// Creates a file that is locked before it gets its name, so that no other launcher finds the file unlocked.
    private static func makeLock(_ path: String) throws(FileProblem) -> Int32 {
        let unnamed = path + ".new"
        let lock = open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw FileProblem(path: unnamed, call: "open") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, rename(unnamed, path) == 0 else {
            let code = SystemCall.lastError
            close(lock)
            throw FileProblem(path: path, call: "flock", code: code)
        }
        return lock
    }

    /// Removes the folder with its sockets. If the folder contains other files, these files and the folder stay.
    func remove() {
        Self.remove(path)
        close(lock)
    }

    /// Removes this user's folders whose launchers have ended. A folder with a record of driven lines stays for
    /// `holdfast safe`. A folder without a lock file is just being created.
    private static func removeLeft(in parent: String) {
        for name in FolderEntries.names(in: parent) where name.hasPrefix(UpPlace.prefix) {
            let path = parent + "/" + name
            // Any user may create a file or link with such a name in /tmp.
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            var status = stat()
            guard fstat(folder, &status) == 0, status.st_uid == geteuid() else { continue }
            let lock = openat(folder, UpPlace.lockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard lock >= 0 else { continue }
            defer { close(lock) }
            // The core holds the lock of the folder itself, and may take some time to end.
            guard flock(lock, LOCK_EX | LOCK_NB) == 0, flock(folder, LOCK_EX | LOCK_NB) == 0 else { continue }
            remove(path)
        }
    }

    private static func remove(_ path: String) {
        removeSockets(path + "/extensions")
        removeSockets(path)
        rmdir(path + "/extensions")
        // The lock file stays as long as other files do, so that a later launcher can remove the whole folder.
        guard FolderEntries.names(in: path).allSatisfy({ $0 == UpPlace.lockName }) else { return }
        unlink(path + "/" + UpPlace.lockName)
        rmdir(path)
    }

    private static func removeSockets(_ folder: String) {
        for name in FolderEntries.names(in: folder) {
            let path = folder + "/" + name
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        }
    }
}
