#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a file of limited size.
public enum FileContents {
    /// A file that cannot be read.
    public struct Failure: Error, CustomStringConvertible {
        var problem: Problem

        /// Why it cannot be read, in one line.
        public var description: String { problem.text }

        /// What `errno` says.
        fileprivate static var lastError: Failure {
            Failure(problem: .unreadable(reason: String(cString: strerror(errno))))
        }
    }

    /// The bytes of the regular file at `path`. However large the file says it is (one in `/proc` says 0), little more
    /// than `limit` bytes are read.
    ///
    /// - Parameter isTrusted: whether to refuse a file that anybody may write or replace, and a link of somebody else's,
    ///   who could lead it elsewhere: what is read decides who is let in.
    public static func read(_ path: String, limit: Int, isTrusted: Bool = false) throws(Failure) -> [UInt8] {
        var link = stat()
        if isTrusted, lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK, !isOurs(link) {
            throw Failure(problem: .foreignLink(owner: link.st_uid))
        }
        // O_NONBLOCK: opening a FIFO that nobody writes would wait for somebody.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .lastError }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .lastError }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Failure(problem: .isDirectory)
        default: throw Failure(problem: .isNoRegularFile)
        }
        if isTrusted, status.st_mode & S_IWOTH != 0 {
            throw Failure(problem: .writableByAnybody(mode: status.st_mode & 0o7777))
        }
        if isTrusted { try checkFolders(of: path) }
        guard status.st_size <= limit else { throw Failure(problem: .tooLarge(limit: limit)) }
        return try contents(of: descriptor, limit: limit)
    }

    /// Throws where anybody may rename the file at `path`, or what it leads to, and put another in its place. In a folder
    /// with the sticky bit, as `/tmp` is, nobody may rename others' files (`inode(7)`).
    private static func checkFolders(of path: String) throws(Failure) {
        var paths = [path]
        if let resolved = realpath(path, nil) {
            paths.append(String(cString: resolved))
            free(resolved)
        }
        for path in paths {
            let end = path.lastIndex(of: "/")
            let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            var status = stat()
            guard stat(folder, &status) == 0 else { throw .lastError }
            guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
                throw Failure(problem: .folderWritableByAnybody(folder: folder, mode: status.st_mode & 0o7777))
            }
        }
    }

    private static func isOurs(_ status: stat) -> Bool { status.st_uid == 0 || status.st_uid == geteuid() }

    private static func contents(of descriptor: CInt, limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = readChunk(descriptor, &chunk)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                throw .lastError
            }
        }
        throw Failure(problem: .tooLarge(limit: limit))
    }
}

/// Outside `FileContents`, whose own `read` hides the system's.
private func readChunk(_ descriptor: CInt, _ chunk: inout [UInt8]) -> Int {
    chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}
