import Glibc

/// The process's working directory.
enum WorkingFolder {
    /// The absolute path; `nil` if the directory has been removed.
    static var path: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
