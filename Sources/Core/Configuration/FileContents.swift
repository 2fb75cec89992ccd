import FileTrust

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a file of limited size.
public enum FileContents {
    /// The error for a file that cannot be read.
    public struct Failure: Error, CustomStringConvertible {
        var problem: PanelFileProblem
        /// The error number (errno) of the system call that failed; `nil` where none did.
        public private(set) var code: Int32?

        /// The reason, in one line.
        public var description: String { problem.text }

        init(problem: PanelFileProblem) { self.problem = problem }

        /// The failure of a system call with this error number.
        fileprivate init(code: Int32) {
            (problem, self.code) = (.unreadable(reason: String(cString: strerror(code))), code)
        }

        /// The failure for the current value of `errno`.
        fileprivate static var lastError: Failure { Failure(code: errno) }
    }

    /// The bytes of the regular file at `path`. The reader does not trust the reported size (a file in `/proc` reports
    /// 0), and reads little more than `limit` bytes.
    ///
    /// - Parameters:
    ///   - isTrusted: whether to refuse a file that other users can change or replace (`TrustedFile`). The caller sets it
    ///     for files whose contents decide who is let in.
    ///   - user: the user who may change a trusted file, besides root; `nil` for this process's.
    public static func read(
        _ path: String, limit: Int, isTrusted: Bool = false, for user: UInt32? = nil
    ) throws(Failure) -> [UInt8] {
        let descriptor = isTrusted ? try openTrusted(path, for: user ?? geteuid()) : openForReading(path)
        guard descriptor >= 0 else { throw .lastError }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .lastError }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Failure(problem: .isDirectory)
        default: throw Failure(problem: .isNoRegularFile)
        }
        guard status.st_size <= limit else { throw Failure(problem: .tooLarge(limit: limit)) }
        return try contents(of: descriptor, limit: limit)
    }

    private static func openTrusted(_ path: String, for user: UInt32) throws(Failure) -> CInt {
        do throws(TrustedFile.Failure) {
            return try TrustedFile.open(path, for: user)
        } catch {
            switch error {
            case .failed(let code): throw Failure(code: code)
            case .untrusted(let file): throw Failure(problem: .untrusted(file))
            }
        }
    }

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

/// A file-level function, since `FileContents.read` hides the system's `read`.
private func readChunk(_ descriptor: CInt, _ chunk: inout [UInt8]) -> Int {
    chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

/// `O_NONBLOCK`: otherwise opening a FIFO without a writer would wait for a writer.
private func openForReading(_ path: String) -> CInt {
    open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
}
