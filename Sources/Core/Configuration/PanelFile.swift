#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a panel's YAML file, strictly.
///
/// Everything that the reader does not understand is an error with its position: an unknown key, a value of another
/// type, a reference to a missing control, a line that is used twice. The reader reports all errors at once. It refuses
/// anchors, aliases, tags and merge keys. More than 1 MB, 16 levels of nesting or 20 000 values are refused before they
/// cost memory or time.
public enum PanelFile {
    /// The size of the largest file, in bytes.
    static let sizeLimit = 1_000_000

    /// Reads the file at `path`, which may be relative. Errors name the path as given.
    ///
    /// - Parameters:
    ///   - isTrusted: whether to refuse a file that other users can change or replace (`TrustedFile`).
    ///   - user: the user who may change a trusted file, besides root; `nil` for this process's.
    /// - Throws: all errors in the order of the file. The error for an unreadable file has the position of its first
    ///   character.
    public static func read(
        path: String, isTrusted: Bool = false, for user: UInt32? = nil
    ) throws(ConfigurationError) -> PanelDescription {
        try parse(try text(path: path, isTrusted: isTrusted, for: user), file: path)
    }

    /// The text of the file at `path`, as `read` takes it.
    ///
    /// - Throws: the error for an unreadable file.
    public static func text(
        path: String, isTrusted: Bool, for user: UInt32? = nil
    ) throws(ConfigurationError) -> [UInt8] {
        do {
            return try FileContents.read(path, limit: sizeLimit, isTrusted: isTrusted, for: user)
        } catch {
            throw Findings(of: error.problem, file: path).error
        }
    }

    /// The absolute path of a file; a relative path is relative to the working directory.
    public static func absolutePath(of path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// A note that a panel refuses to run with this file because other users can change or replace the file; `nil` for
    /// a file that is safe.
    public static func trustRemark(path: String) -> Diagnostic? {
        do throws(FileContents.Failure) {
            _ = try FileContents.read(path, limit: sizeLimit, isTrusted: true)
            return nil
        } catch {
            guard case .untrusted(let file) = error.problem else { return nil }
            return .note("'run' and 'up' refuse this file: \(file)", at: .start(of: path))
        }
    }

    /// Reads the text of a panel's file, in UTF-8, with or without a byte order mark.
    ///
    /// - Parameters:
    ///   - file: the name of the file in errors.
    /// - Throws: all errors in the order of the file.
    public static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> PanelDescription {
        if bytes.count > sizeLimit { throw Findings(of: .tooLarge(limit: sizeLimit), file: file).error }
        let findings = Findings(file: file)
        let panel = root(of: bytes, findings: findings).flatMap { Self.panel($0, findings: findings) }
        guard let panel, findings.isEmpty else { throw findings.error }
        return panel
    }

    /// The bytes of UTF-8 that some editors write before the text.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func root(of bytes: [UInt8], findings: Findings) -> Node? {
        let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
        return text.withUnsafeBufferPointer { Composer.compose($0, findings: findings) }
    }

    static func panel(_ root: Node, findings: Findings) -> PanelDescription? {
        try? PanelKeys.panel(root, reading: PanelReading(findings: findings))
    }
}
