import EventLoop
import Glibc

/// A folder for one launcher's sockets and its core's record, for its user alone.
struct LaunchFolder: Sendable {
    let path: String

    /// Makes it, in `$XDG_RUNTIME_DIR` where there is one, else in /tmp.
    ///
    /// - Throws: `FileProblem`.
    init() throws {
        let parent = Environment.value("XDG_RUNTIME_DIR") ?? "/tmp"
        // A launcher that was killed left its folder, and its number may be given out again: hence the letters.
        var template = Array("\(parent)/holdfast-up-\(getpid())-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw FileProblem(path: parent, call: "mkdtemp", code: SystemCall.lastError) }
        path = made
    }

    /// Removes it with the sockets in it. Anything else that is in there stays, and the folder with it.
    func remove() {
        Self.removeSockets(path + "/extensions")
        Self.removeSockets(path)
        rmdir(path + "/extensions")
        rmdir(path)
    }

    private static func removeSockets(_ folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let path = folder + "/" + name
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        }
    }
}
