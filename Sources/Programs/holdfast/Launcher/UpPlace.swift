import EventLoop
import Glibc
import ProgramSupport

/// The folder of `holdfast up` with the panel's socket in it: one folder for each panel file.
///
/// ```
///   $XDG_RUNTIME_DIR/holdfast-up-0123456789abcdef/panel
///                                └ the path of the panel's file, hashed: a socket's path has 107 bytes at most (unix(7))
/// ```
struct UpPlace: Sendable, Hashable {
    static let prefix = "holdfast-up-"
    static let socketName = "panel"
    /// The lock file, which the launcher of the folder holds. It contains the launcher's process ID.
    static let lockName = "launcher"

    let folder: String

    /// The place of a panel file, below a runtime directory.
    ///
    /// - Parameter file: The file's path without symbolic links, as realpath(3) returns it.
    init(of file: String, below runtimeDirectory: String) {
        folder = "\(runtimeDirectory)/\(Self.name(of: file))"
    }

    /// The panel's socket.
    var socket: String { folder + "/" + Self.socketName }

    /// The folder's name, from the 64-bit FNV-1a hash of the file's path. Paths of one user do not collide short of
    /// 2^32 files.
    private static func name(of file: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in file.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return prefix + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether folder and socket belong to this user alone, and a launcher holds the folder.
    private var isInUse: Bool {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else { return false }
        defer { close(directory) }
        var status = stat()
        guard fstat(directory, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0,
            fstatat(directory, Self.socketName, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_uid == geteuid(),
            status.st_mode & S_IFMT == S_IFSOCK
        else { return false }
        let lock = openat(directory, Self.lockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard lock >= 0 else { return false }
        defer { close(lock) }
        return flock(lock, LOCK_SH | LOCK_NB) != 0
    }

    // MARK: Finding a running panel

    /// A panel that runs from a file of the working directory.
    struct Found: Sendable, Hashable {
        /// The panel file's name in the working directory.
        let file: String
        let socket: String
    }

    /// Several panels run from the working directory.
    struct Several: Error, CustomStringConvertible {
        fileprivate let found: [Found]

        var description: String {
            let names = found.map { "\($0.file): --socket \($0.socket)" }.joined(separator: ", ")
            return "several panels run from this folder; name one: \(names)"
        }
    }

    /// The panel that `holdfast up` runs from a file of the working directory; `nil` if there is none.
    ///
    /// Root finds none, and no user finds a panel by another user's folder or socket. Otherwise a user could prepare
    /// a folder, and choose the panel that other users talk to and give their PINs to.
    ///
    /// - Throws: `Several`.
    static func find() throws(Several) -> Found? {
        guard geteuid() != 0, let runtimeDirectory = Environment.value("XDG_RUNTIME_DIR") else { return nil }
        // Usually no launcher runs, and the working directory may be large.
        let launched = Set(FolderEntries.names(in: runtimeDirectory).filter { $0.hasPrefix(prefix) })
        var status = stat()
        guard !launched.isEmpty, stat(".", &status) == 0, status.st_uid == geteuid(), let folder = realPath(".") else {
            return nil
        }
        let base = folder == "/" ? "" : folder
        var found: [Found] = []
        for name in FolderEntries.names(in: ".") {
            guard lstat(name, &status) == 0 else { continue }
            let isLink = status.st_mode & S_IFMT == S_IFLNK
            guard isLink || status.st_mode & S_IFMT == S_IFREG else { continue }
            guard let path = isLink ? realPath(name) : "\(base)/\(name)" else { continue }
            let place = UpPlace(of: path, below: runtimeDirectory)
            guard launched.contains(self.name(of: path)), place.isInUse else { continue }
            // A file and a link to the file are one panel.
            if !found.contains(where: { $0.socket == place.socket }) {
                found.append(Found(file: name, socket: place.socket))
            }
        }
        guard found.count > 1 else { return found.first }
        throw Several(found: found.sorted { $0.file < $1.file })
    }

    /// The path without symbolic links; `nil` if no file is at the path.
    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
