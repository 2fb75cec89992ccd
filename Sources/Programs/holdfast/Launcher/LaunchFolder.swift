import EventLoop
import Glibc

/// A folder for one launcher's sockets and its core's record, for its user alone.
struct LaunchFolder: Sendable {
    let path: String

    /// Whether clients find the folder by the panel's file.
    let isStable: Bool

    /// Held as long as the launcher is there.
    private let lock: Int32

    /// Another launcher runs the same file.
    struct Taken: Error, CustomStringConvertible {
        var file: String
        var socket: String
        /// The other launcher's process, where it has said so.
        var process: String?

        var description: String {
            "\(file) runs already\(process.map { ": 'holdfast up', process \($0)" } ?? ""), and answers at \(socket)"
        }
    }

    /// Something else lies at the folder's path, or others may use it.
    struct Foreign: Error, CustomStringConvertible {
        var path: String

        var description: String { "\(path) is no folder of this user alone: remove it" }
    }

    /// Makes it, and removes those that launchers left beside it that were killed: with `$XDG_RUNTIME_DIR` at the place of the
    /// panel's file there; without a file, or without that variable in /tmp, with a name of its own.
    ///
    /// - Throws: `FileProblem`, `Taken`, `Foreign`.
    init(for file: String?) throws {
        let given = Environment.value("XDG_RUNTIME_DIR")
        guard let runtimeDirectory = given, let file = file.flatMap(UpPlace.realPath) else {
            let parent = given ?? "/tmp"
            Self.removeLeft(in: parent)
            // A launcher that was killed left its folder, and its number may be given out again: hence the letters.
            var template = Array("\(parent)/\(UpPlace.prefix)\(getpid())-XXXXXX".utf8CString)
            let made = template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            }
            guard let made else { throw FileProblem(path: parent, call: "mkdtemp", code: SystemCall.lastError) }
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
        // A launcher that was killed may have left them.
        Self.removeSockets(place.folder + "/extensions")
        Self.removeSockets(place.folder)
    }

    /// Waits for the core of a launcher that was killed: the guard has it end within `Launcher.patience`. It holds the folder's
    /// own lock.
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

    /// Takes the lock of a place that every launcher of the file shares, and writes this process's number in it.
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
            // The launcher before may have removed the file between the two calls.
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

    /// Makes a file that is locked before it has its name: another launcher must not find it free.
    private static func makeLock(_ path: String) throws(FileProblem) -> Int32 {
        let unnamed = path + ".new"
        let lock = open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw FileProblem(path: unnamed, call: "open", code: SystemCall.lastError) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, rename(unnamed, path) == 0 else {
            let code = SystemCall.lastError
            close(lock)
            throw FileProblem(path: path, call: "flock", code: code)
        }
        return lock
    }

    /// Removes it with the sockets in it. Anything else that is in there stays, and the folder with it.
    func remove() {
        Self.remove(path)
        close(lock)
    }

    /// Removes the folders of this user whose launchers have gone. One that keeps a record of driven lines is left for
    /// `holdfast safe`; one without a lock is being made just now.
    private static func removeLeft(in parent: String) {
        for name in FolderEntries.names(parent) where name.hasPrefix(UpPlace.prefix) {
            let path = parent + "/" + name
            // Anybody may make such a name in /tmp, or a link of it.
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            var status = stat()
            guard fstat(folder, &status) == 0, status.st_uid == geteuid() else { continue }
            let lock = openat(folder, UpPlace.lockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard lock >= 0 else { continue }
            defer { close(lock) }
            // The folder's own lock is the core's, which may take its time to end.
            guard flock(lock, LOCK_EX | LOCK_NB) == 0, flock(folder, LOCK_EX | LOCK_NB) == 0 else { continue }
            remove(path)
        }
    }

    private static func remove(_ path: String) {
        removeSockets(path + "/extensions")
        removeSockets(path)
        rmdir(path + "/extensions")
        // As long as anything else is there the lock is left, too, so that a later launcher can remove it all.
        guard FolderEntries.names(path).allSatisfy({ $0 == UpPlace.lockName }) else { return }
        unlink(path + "/" + UpPlace.lockName)
        rmdir(path)
    }

    private static func removeSockets(_ folder: String) {
        for name in FolderEntries.names(folder) {
            let path = folder + "/" + name
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        }
    }
}
