import EventLoop
import Glibc
import ProgramSupport

/// Reserves a runtime directory for one panel until the last copy is gone. Two panels would overwrite each other's lines
/// in the record of driven lines, and `holdfast safe` would leave some lines driven.
struct DirectoryLock {
    /// Another process holds the directory.
    struct Taken: Error, CustomStringConvertible {
        fileprivate var path: String

        var description: String {
            "another panel keeps its record in \(path); give this one a folder of its own with --runtime-directory"
        }
    }

    private let descriptor: OwnedDescriptor

    /// Locks the directory at `path`.
    ///
    /// - Throws: `Taken`, `FileProblem`.
    init(_ path: String) throws {
        descriptor = OwnedDescriptor(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard descriptor.number >= 0 else { throw FileProblem(path: path, call: "open") }
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw code == EWOULDBLOCK ? Taken(path: path) : FileProblem(path: path, call: "flock", code: code)
        }
    }
}
