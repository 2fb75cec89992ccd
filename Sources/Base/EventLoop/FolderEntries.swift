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
        return try entries(of: folder, ofKind: kind)
    }

    /// The names of the entries of an open folder. The caller keeps the descriptor.
    public static func list(descriptor: Int32) throws(EventLoopError) -> [String] {
        // closedir(3) closes the descriptor of fdopendir(3), and a duplicate would share the position in the folder.
        let other = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard other >= 0 else { throw EventLoopError(call: "openat") }
        guard let folder = fdopendir(other) else {
            let error = EventLoopError(call: "fdopendir")
            close(other)
            throw error
        }
        defer { closedir(folder) }
        return try entries(of: folder, ofKind: nil)
    }

    private static func entries(of folder: OpaquePointer, ofKind kind: Int?) throws(EventLoopError) -> [String] {
        var names: [String] = []
        while true {
            // readdir(3) returns a null pointer at the end and after a failure; errno tells the two apart.
            errno = 0
            guard let entry = readdir(folder) else { break }
            guard kind == nil || Int(entry.pointee.d_type) == kind else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        let code = errno
        guard code == 0 else { throw EventLoopError(call: "readdir", code: code) }
        return names
    }
}
