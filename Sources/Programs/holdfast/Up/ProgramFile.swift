import EventLoop
import Glibc

/// Finds the file of a program.
enum ProgramFile {
    /// Why a program cannot be started.
    enum Problem: Error, CustomStringConvertible {
        case unusable(String, code: Int32)
        case folder(String)
        case notFound(String)

        var description: String {
            switch self {
            case .unusable(let path, let code): "\(path): \(SystemCall.message(code))"
            case .folder(let path): "\(path) is a directory"
            case .notFound(let name):
                "'\(name)' is in no folder of $PATH; a program beside the panel's file is './\(name)'"
            }
        }
    }

    /// The program's file: with a slash in its name relative to `folder`, else in a folder of `search` ($PATH).
    static func find(_ name: String, in folder: String, search: String?) throws(Problem) -> String {
        if name.contains("/") {
            let path =
                name.hasPrefix("/") ? name : folder + "/" + (name.hasPrefix("./") ? name.dropFirst(2) : name[...])
            try check(path)
            return path
        }
        for directory in (search ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") {
            let path = directory + "/" + name
            if (try? check(path)) != nil { return path }
        }
        throw .notFound(name)
    }

    private static func check(_ path: String) throws(Problem) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unusable(path, code: SystemCall.lastError) }
        if status.st_mode & S_IFMT == S_IFDIR { throw .folder(path) }
        guard access(path, X_OK) == 0 else { throw .unusable(path, code: SystemCall.lastError) }
    }
}
