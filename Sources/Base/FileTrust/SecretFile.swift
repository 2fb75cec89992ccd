#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file with a password or a token in it.
public enum SecretFile {
    /// Why a secret cannot be read. It contains no part of the secret.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        public var path: String
        /// The mistake, and the remedy.
        public var reason: String

        public init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

        public var description: String { "\(path): \(reason)" }
    }

    /// The longest secret, in bytes.
    private static let limit = 4_096

    /// The text of the file, without white space around it.
    ///
    /// - Throws: `Problem` where the path is not absolute, or the file is no regular file, too long, empty, or not UTF-8.
    ///   The same holds where other users may read the file, or change or replace it (``TrustedFile``).
    public static func read(_ path: String) throws(Problem) -> String {
        let descriptor = try open(path, isSecret: true)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = readOnce(descriptor, &bytes)
        guard count >= 0 else { throw Problem(path: path, code: errno) }
        guard count <= limit else { throw Problem(path: path, reason: "longer than \(limit) bytes") }
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let text = bytes[..<count]
        let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
        let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        guard start < end else { throw Problem(path: path, reason: "empty") }
        guard let secret = String(validating: text[start..<end], as: UTF8.self) else {
            throw Problem(path: path, reason: "not UTF-8")
        }
        return secret
    }

    /// Checks a file that a library reads by itself, as `read` does.
    ///
    /// - Parameter isSecret: Whether no other user may read the file. A certificate is public, a key is secret.
    /// - Throws: `Problem`.
    public static func check(_ path: String, isSecret: Bool) throws(Problem) {
        close(try open(path, isSecret: isSecret))
    }

    private static func open(_ path: String, isSecret: Bool) throws(Problem) -> Int32 {
        guard path.hasPrefix("/") else { throw Problem(path: path, reason: "not an absolute path") }
        let descriptor: Int32
        do throws(TrustedFile.Failure) {
            descriptor = try TrustedFile.open(path)
        } catch {
            switch error {
            case .failed(let code): throw Problem(path: path, code: code)
            case .untrusted(let file): throw Problem(path: path, reason: file.description)
            }
        }
        do throws(Problem) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw Problem(path: path, code: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(path: path, reason: "not a regular file") }
            guard !isSecret || status.st_mode & 0o007 == 0 else {
                throw Problem(path: path, reason: "everybody may read it; chmod o= makes it secret")
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }
}

/// One read(2), whose name `SecretFile.read` hides.
private func readOnce(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int { read(descriptor, &bytes, bytes.count) }

extension SecretFile.Problem {
    fileprivate init(path: String, code: Int32) {
        self.init(path: path, reason: String(cString: strerror(code)))
    }
}
