import Glibc

/// The folder that the process runs in.
enum WorkingFolder {
    /// Its absolute path; `nil` where it has been removed.
    static var path: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
