import Glibc

/// Lists folders.
public enum FolderEntries {
    /// The names of a folder's entries, or of the entries of one kind (`DT_REG` …). Empty where the folder cannot be
    /// read.
    public static func names(in path: String, ofKind kind: Int? = nil) -> [String] {
        guard let folder = opendir(path) else { return [] }
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
