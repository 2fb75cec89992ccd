import FileTrust

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
    /// - Parameter isTrusted: whether to refuse a file that other users can change or replace (`TrustedFile`): what is read
    ///   decides who is let in.
    public static func read(_ path: String, limit: Int, isTrusted: Bool = false) throws(Failure) -> [UInt8] {
        let descriptor = isTrusted ? try openTrusted(path) : openForReading(path)
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

    private static func openTrusted(_ path: String) throws(Failure) -> CInt {
        do throws(TrustedFile.Failure) {
            return try TrustedFile.open(path)
        } catch {
            switch error {
            case .failed(let code): throw Failure(problem: .unreadable(reason: String(cString: strerror(code))))
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

/// Outside `FileContents`, whose own `read` hides the system's.
private func readChunk(_ descriptor: CInt, _ chunk: inout [UInt8]) -> Int {
    chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

/// O_NONBLOCK: opening a FIFO without a writer would wait for one.
private func openForReading(_ path: String) -> CInt {
    open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
}
