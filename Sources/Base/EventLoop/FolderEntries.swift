import Glibc

/// Lists folders.
public enum FolderEntries {
    /// The names of a folder's entries, or of the entries of one kind (`DT_REG` …). Empty where the folder cannot be
    /// read.
    public static func names(in path: String, ofKind kind: Int? = nil) -> [String] {
        (try? list(path, ofKind: kind)) ?? []
    }

    /// The names of a folder's entries, or of the entries of one kind.
    public static func list(_ path: String, ofKind kind: Int? = nil) throws(EventLoopError) -> [String] {
        guard let folder = opendir(path) else { throw EventLoopError(call: "opendir") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            guard kind == nil || Int(entry.pointee.d_type) == kind else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
