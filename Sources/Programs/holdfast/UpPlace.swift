import EventLoop
import Glibc

/// Where `holdfast up` has its folder, with the panel's socket in it: one place for each panel file.
///
/// ```
///   $XDG_RUNTIME_DIR/holdfast-up-0123456789abcdef/panel
///                                └ the path of the panel's file, hashed: a socket's path has 107 bytes at most (unix(7))
/// ```
struct UpPlace: Sendable, Hashable {
    static let prefix = "holdfast-up-"
    static let socketName = "panel"
    /// Held by the launcher that has the folder, with its process's number.
    static let lockName = "launcher"

    /// The folder's path.
    let folder: String

    /// The place for a file, below a runtime directory.
    ///
    /// - Parameter file: the file's path without links, as realpath(3) gives it.
    init(of file: String, below runtimeDirectory: String) {
        folder = "\(runtimeDirectory)/\(Self.name(of: file))"
    }

    /// The panel's socket.
    var socket: String { folder + "/" + Self.socketName }

    /// FNV-1a of 64 bits: of two files of one user it never is the same, short of 2^32 files.
    private static func name(of file: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in file.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return prefix + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether folder and socket belong to this user alone, and a launcher has the folder.
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

    // MARK: Found by clients

    /// The panel that runs from a file of a folder.
    struct Found: Sendable, Hashable {
        /// The file's name in the folder.
        var file: String
        var socket: String
    }

    /// Several panels run from one folder.
    struct Several: Error, CustomStringConvertible {
        var found: [Found]

        var description: String {
            let names = found.map { "\($0.file): --socket \($0.socket)" }.joined(separator: ", ")
            return "several panels run from this folder; name one: \(names)"
        }
    }

    /// The panel that `holdfast up` runs from a file of the working directory.
    ///
    /// Root finds none, and no user finds one by a folder or a socket of another user: a user who prepares a folder must not
    /// choose the panel that other users speak to, and give their PINs to.
    ///
    /// - Throws: `Several`.
    static func find() throws(Several) -> Found? {
        guard geteuid() != 0, let runtimeDirectory = Environment.value("XDG_RUNTIME_DIR") else { return nil }
        // Nearly always there are none, and the folder may be large.
        let launched = Set(FolderEntries.names(runtimeDirectory).filter { $0.hasPrefix(prefix) })
        var status = stat()
        guard !launched.isEmpty, stat(".", &status) == 0, status.st_uid == geteuid(), let folder = realPath(".") else {
            return nil
        }
        let base = folder == "/" ? "" : folder
        var found: [Found] = []
        for name in FolderEntries.names(".") {
            guard lstat(name, &status) == 0 else { continue }
            let isLink = status.st_mode & S_IFMT == S_IFLNK
            guard isLink || status.st_mode & S_IFMT == S_IFREG else { continue }
            guard let path = isLink ? realPath(name) : "\(base)/\(name)" else { continue }
            let place = UpPlace(of: path, below: runtimeDirectory)
            guard launched.contains(self.name(of: path)), place.isInUse else { continue }
            // A file and a link to it are one panel.
            if !found.contains(where: { $0.socket == place.socket }) {
                found.append(Found(file: name, socket: place.socket))
            }
        }
        guard found.count > 1 else { return found.first }
        throw Several(found: found.sorted { $0.file < $1.file })
    }

    /// A path without links; `nil` where nothing is there.
    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// The names in a folder.
enum FolderEntries {
    /// - Returns: none where the folder cannot be read.
    static func names(_ folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
