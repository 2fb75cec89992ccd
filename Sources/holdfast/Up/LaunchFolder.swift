import EventLoop
import Glibc

/// A folder for one launcher's sockets and its core's record, for its user alone.
struct LaunchFolder: Sendable {
    let path: String

    /// Held as long as the launcher is there.
    private let lock: Int32

    private static let prefix = "holdfast-up-"
    private static let lockName = "launcher"

    /// Makes it, in `$XDG_RUNTIME_DIR` where there is one, else in /tmp, and removes those that launchers left there that
    /// were killed.
    ///
    /// - Throws: `FileProblem`.
    init() throws {
        let parent = Environment.value("XDG_RUNTIME_DIR") ?? "/tmp"
        Self.removeLeft(in: parent)
        // A launcher that was killed left its folder, and its number may be given out again: hence the letters.
        var template = Array("\(parent)/\(Self.prefix)\(getpid())-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw FileProblem(path: parent, call: "mkdtemp", code: SystemCall.lastError) }
        path = made
        lock = try Self.makeLock(made + "/" + Self.lockName)
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
        for name in entries(of: parent) where name.hasPrefix(prefix) {
            let path = parent + "/" + name
            // Anybody may make such a name in /tmp, or a link of it.
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            var status = stat()
            guard fstat(folder, &status) == 0, status.st_uid == geteuid() else { continue }
            let lock = openat(folder, lockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
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
        guard entries(of: path).allSatisfy({ $0 == lockName }) else { return }
        unlink(path + "/" + lockName)
        rmdir(path)
    }

    private static func removeSockets(_ folder: String) {
        for name in entries(of: folder) {
            let path = folder + "/" + name
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        }
    }

    /// The names in a folder.
    private static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
