import CFileAccess

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Opens files that only root and one user, usually this process's, can change or replace, as sshd's `StrictModes` requires.
///
/// The check covers the file, every folder above the file, every symbolic link on the way, and the folders above each
/// link's target. All of them must belong to root or to that user. No other user may have write access, by
/// mode or by access control list. A folder owned by root with the sticky bit is accepted, since only a file's owner
/// can rename the file there (`inode(7)`).
public enum TrustedFile {
    /// Why a file was not opened.
    public enum Failure: Error, Sendable, Hashable {
        /// A system call failed; `code` is its `errno`.
        case failed(code: Int32)
        /// Other users can change or replace the file.
        case untrusted(UntrustedFile)
    }

    /// The most links that are followed, as in the kernel (`path_resolution(7)`).
    private static let linkLimit = 40

    /// Opens the file at `path` for reading. The caller closes the descriptor, and checks that it is a regular file.
    /// Other kinds are opened without a check of their own modes, and without waiting for a FIFO's writer.
    ///
    /// - Parameter user: The user who may change the file, besides root.
    /// - Throws: `Failure`.
    public static func open(_ path: String, for user: UInt32 = geteuid()) throws(Failure) -> Int32 {
        // The resolved path has no links, and all its folders are protected from other users.
        let resolved = try resolve(path, user: user)
        let descriptor = openForReading(resolved)
        guard descriptor >= 0 else { throw .failed(code: errno) }
        do throws(Failure) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .failed(code: errno) }
            if status.st_mode & S_IFMT == S_IFREG { try check(.file, resolved, status, user: user) }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Checks the file or folder at `path` as `open` does, for a process of `user`, and opens nothing.
    ///
    /// - Throws: `Failure`.
    public static func check(_ path: String, for user: UInt32) throws(Failure) {
        let resolved = try resolve(path, user: user)
        var status = stat()
        guard lstat(resolved, &status) == 0 else { throw .failed(code: errno) }
        if status.st_mode & S_IFMT == S_IFREG { try check(.file, resolved, status, user: user) }
    }

    /// The path of the file without links, `.` and `..`, once each folder and link on the way is checked.
    private static func resolve(_ path: String, user: uid_t) throws(Failure) -> String {
        guard !path.isEmpty else { throw .failed(code: ENOENT) }
        var rest = parts(of: path.hasPrefix("/") ? path : "\(try workingFolder())/\(path)")
        var current = "/"
        var links = 0
        try check(current, user: user)
        while let part = rest.popLast() {
            if part == "." { continue }
            if part == ".." {
                current = folder(of: current)
                continue
            }
            let next = current == "/" ? "/\(part)" : "\(current)/\(part)"
            let status = try check(next, user: user)
            guard status.st_mode & S_IFMT == S_IFLNK else {
                current = next
                continue
            }
            links += 1
            guard links <= linkLimit else { throw .failed(code: ELOOP) }
            let target = try target(of: next)
            if target.hasPrefix("/") { current = "/" }
            rest += parts(of: target)
        }
        return current
    }

    /// Checks the folder or link at `path` itself. `open` checks a regular file after it has been opened.
    @discardableResult
    private static func check(_ path: String, user: uid_t) throws(Failure) -> stat {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .failed(code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: try check(.folder, path, status, user: user)
        case S_IFLNK: try check(.link, path, status, user: user)
        default: break
        }
        return status
    }

    private static func check(
        _ kind: UntrustedFile.Kind, _ path: String, _ status: stat, user: uid_t
    ) throws(Failure) {
        func refuse(_ flaw: UntrustedFile.Flaw) -> Failure {
            .untrusted(UntrustedFile(kind: kind, path: path, flaw: flaw, user: user))
        }
        guard status.st_uid == 0 || status.st_uid == user else { throw refuse(.owner(status.st_uid)) }
        // A link has no permissions of its own.
        if kind == .link { return }
        if kind == .folder, status.st_uid == 0, status.st_mode & S_ISVTX != 0 { return }
        let mode = status.st_mode & 0o7777
        if mode & S_IWOTH != 0 { throw refuse(.mode(mode)) }
        // With an access control list, the group's bits are the mask of all its entries but the owner's (acl(5)).
        guard mode & S_IWGRP != 0 else { return }
        switch holdfast_path_writers(path, user) {
        case HOLDFAST_ACL_NONE: throw refuse(.mode(mode))
        case HOLDFAST_ACL_PRIVATE: break
        default: throw refuse(.accessControlList)
        }
    }

    // MARK: Paths

    /// The parts of a path, the last one first.
    private static func parts(of path: String) -> [Substring] {
        path.split(separator: "/").reversed()
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func workingFolder() throws(Failure) -> String {
        guard let path = getcwd(nil, 0) else { throw .failed(code: errno) }
        defer { free(path) }
        return String(cString: path)
    }

    private static func target(of link: String) throws(Failure) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        guard count >= 0 else { throw .failed(code: errno) }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A file, folder or link that other users can change.
public struct UntrustedFile: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of file at the path.
    enum Kind: String, Sendable, Hashable {
        case file, folder, link
    }

    /// Why other users can change it.
    enum Flaw: Sendable, Hashable {
        /// The file belongs to this user, who is neither root nor the process's user.
        case owner(uid_t)
        /// Its permissions let the group or all users write it.
        case mode(mode_t)
        /// Its access control list lets other users or groups write it.
        case accessControlList
    }

    var kind: Kind
    var path: String
    var flaw: Flaw
    /// The effective user of the process.
    var user: uid_t

    /// The path, the problem, and a command that fixes it.
    public var description: String { "\(problem); \(remedy)" }

    /// The path and the problem.
    public var problem: String {
        switch flaw {
        case .owner(let owner):
            "the \(kind.rawValue) \(shown) belongs to user \(owner), not to \(user == 0 ? "root" : "root or user \(user)")"
        case .mode(let mode):
            "others than \(trusted) may write the \(kind.rawValue) \(shown) (mode \(String(mode, radix: 8)))"
        case .accessControlList:
            "others than \(trusted) may write the \(kind.rawValue) \(shown) by its access control list"
        }
    }

    /// The command that fixes the problem.
    public var remedy: String {
        switch flaw {
        case .owner: "chown \(kind == .link ? "-h " : "")root \(shown)"
        case .mode(let mode):
            "chmod \(mode & S_IWGRP != 0 ? "g" : "")\(mode & S_IWOTH != 0 ? "o" : "")-w \(shown)"
        case .accessControlList: "setfacl -b \(shown)"
        }
    }

    private var trusted: String { user == 0 ? "root" : "root and user \(user)" }

    /// The path as a shell takes it, in one line of printable characters.
    private var shown: String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: Array("/._-+@:,".utf8).contains(byte)
            }
        }
        if isPlain { return path }
        var quoted = ""
        for scalar in path.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                quoted += "?"
            default:
                quoted += scalar == "'" ? "'\\''" : String(scalar)
            }
        }
        return "'\(quoted)'"
    }
}

/// Outside `TrustedFile`, whose own `open` hides the system's.
private func openForReading(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
}
