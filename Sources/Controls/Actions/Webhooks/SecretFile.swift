import ControlExtension
import EventLoop
import FileTrust
import Glibc

/// A file with a secret in it.
enum SecretFile {
    /// The longest secret, in bytes.
    private static let limit = 4_096

    /// The content of the file, without surrounding white space.
    ///
    /// - Throws: `ActionError.secret`, which never contains any part of the secret.
    static func read(_ path: String) throws(ActionError) -> String {
        guard path.hasPrefix("/") else { throw .secret(path: path, reason: "not an absolute path") }
        let descriptor = try open(path)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .secret(path: path, reason: SystemCall.message(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .secret(path: path, reason: "not a regular file") }
        guard status.st_mode & 0o007 == 0 else {
            throw .secret(path: path, reason: "everybody may read it; chmod o= makes it secret")
        }
        let (bytes, code) = SystemFile.readOnce(descriptor, limit: limit + 1)
        guard code == 0 else { throw .secret(path: path, reason: SystemCall.message(code)) }
        guard bytes.count <= limit else { throw .secret(path: path, reason: "longer than \(limit) bytes") }
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        let secret = bytes[start..<end]
        guard !secret.isEmpty else { throw .secret(path: path, reason: "empty") }
        // The secret becomes part of a header line.
        guard secret.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .secret(path: path, reason: "not one word of printable ASCII")
        }
        return String(decoding: secret, as: UTF8.self)
    }

    private static func open(_ path: String) throws(ActionError) -> Int32 {
        do throws(TrustedFile.Failure) {
            return try TrustedFile.open(path)
        } catch {
            switch error {
            case .failed(let code): throw .secret(path: path, reason: SystemCall.message(code))
            case .untrusted(let file): throw .secret(path: path, reason: file.description)
            }
        }
    }
}
