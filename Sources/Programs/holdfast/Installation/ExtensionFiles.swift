import EventLoop
import Glibc
import ProgramSupport

/// The files of an installed extension: a link `NAME` to the program, which lies in a folder with its resources.
///
/// Each version has a folder of its own: `.NAME.1`, or the next number that is free. The link changes from one version
/// to the next at once, so that the extension has the former program and resources, or the new ones. Former versions
/// stay until `removeFormer()`, since a program that still runs may read its resources.
///
/// A value locks the folder of installed extensions: two installations at once would remove each other's versions. The
/// lock ends with the last copy of the value.
struct ExtensionFiles: Sendable {
    private let folder: String
    private let name: String
    private let lock: OwnedDescriptor

    private var link: String { "\(folder)/\(name)" }

    /// Locks the folder of installed extensions, and creates a missing one.
    ///
    /// - Parameters:
    ///   - name: The extension's name, an `ExtensionName`.
    /// - Throws: `InstallationProblem.busy`, `FileProblem`.
    init(in folder: String, name: String) throws {
        for path in [NewFile.folder(of: folder), folder] { try Self.makeMissingFolder(path) }
        lock = try Self.takeLock(folder)
        (self.folder, self.name) = (folder, name)
    }

    /// Whether the folder has files of an extension: its link, or versions that an interrupted installation or removal
    /// has left.
    static func exist(in folder: String, name: String) -> Bool {
        FolderEntries.names(in: folder).contains { $0 == name || $0.hasPrefix(versionPrefix(of: name)) }
    }

    /// Puts a program in place, with the folders `*.resources` and `Localization` beside it. Former versions stay.
    ///
    /// - Throws: `FileProblem`, `InstallationProblem`. After a failure, the link leads to the former version, and the
    ///   new one is removed.
    func replace(by program: String, _ bytes: [UInt8], limits: ResourceLimits = ResourceLimits()) throws {
        let version = try makeVersion()
        do {
            let file = program.split(separator: "/").last ?? "program"
            let path = "\(folder)/\(version)"
            try NewEntry.allowReading(path)
            try NewEntry.write(bytes, to: "\(path)/\(file)", mode: 0o755)
            var copy = ResourceCopy(limits: limits)
            try copy.copyResources(in: NewFile.folder(of: program), to: path)
            // After a power cut, the link must not lead to a folder without its entries.
            try NewEntry.syncFolder(path)
            try NewEntry.syncFolder(folder)
            try setLink(to: "\(version)/\(file)")
        } catch {
            // The link may lead to the new version already, where the last sync has failed.
            if current != version { try? Self.removeTree("\(folder)/\(version)") }
            throw error
        }
    }

    /// Whether a version in the folder has resources, be it the current one or a former one.
    var hasResources: Bool {
        get throws(FileProblem) {
            for version in try versions {
                // Leftovers that are no folders have no entries.
                for entry in FolderEntries.names(in: "\(folder)/\(version)") where ResourceCopy.isResource(entry) {
                    return true
                }
            }
            return false
        }
    }

    /// Removes all versions to which the link does not lead. The caller has restarted the extension.
    func removeFormer() throws(FileProblem) {
        // Without a link, any version may be the one that runs.
        guard let current else { return }
        for version in try versions where version != current { try Self.removeTree("\(folder)/\(version)") }
    }

    /// Removes the extension's program and resources, as far as they are there.
    func remove() throws(FileProblem) {
        guard unlink(link) == 0 || SystemCall.lastError == ENOENT else { throw FileProblem(path: link, call: "unlink") }
        for version in try versions { try Self.removeTree("\(folder)/\(version)") }
        try NewEntry.syncFolder(folder)
    }

    // MARK: The folder

    private static func makeMissingFolder(_ path: String) throws(FileProblem) {
        guard mkdir(path, 0o755) == 0 else {
            let code = SystemCall.lastError
            guard code == EEXIST else { throw FileProblem(path: path, call: "mkdir", code: code) }
            return
        }
        try NewEntry.allowReading(path)
        try NewEntry.syncFolder(NewFile.folder(of: path))
    }

    private static func takeLock(_ folder: String) throws -> OwnedDescriptor {
        let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw FileProblem(path: folder, call: "open") }
        let descriptor = OwnedDescriptor(number)
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
            let code = SystemCall.lastError
            if code == EWOULDBLOCK { throw InstallationProblem.busy }
            throw FileProblem(path: folder, call: "flock", code: code)
        }
        return descriptor
    }

    // MARK: Versions

    /// No other extension's entries begin so, since the name of an extension has no period.
    private static func versionPrefix(of name: String) -> String { ".\(name)." }

    /// The names of all entries of the extension except the link.
    private var versions: [String] {
        get throws(FileProblem) {
            let prefix = Self.versionPrefix(of: name)
            return try Self.entries(of: folder).filter { $0.hasPrefix(prefix) }
        }
    }

    /// The name of the version to which the link leads; `nil` without a link.
    private var current: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return target.split(separator: "/").dropLast().last.map(String.init)
    }

    /// Creates the folder of a new version.
    ///
    /// - Returns: Its name.
    private func makeVersion() throws(FileProblem) -> String {
        var number = 1
        while true {
            let version = "\(Self.versionPrefix(of: name))\(number)"
            if mkdir("\(folder)/\(version)", 0o755) == 0 { return version }
            let code = SystemCall.lastError
            guard code == EEXIST else { throw FileProblem(path: "\(folder)/\(version)", call: "mkdir", code: code) }
            number += 1
        }
    }

    private func setLink(to target: String) throws(FileProblem) {
        let new = "\(folder)/\(Self.versionPrefix(of: name))link"
        unlink(new)
        guard symlink(target, new) == 0 else { throw FileProblem(path: new, call: "symlink") }
        guard rename(new, link) == 0 else {
            let problem = FileProblem(path: link, call: "rename")
            unlink(new)
            throw problem
        }
        try NewEntry.syncFolder(folder)
    }

    private static func entries(of path: String) throws(FileProblem) -> [String] {
        do throws(EventLoopError) {
            return try FolderEntries.list(path)
        } catch {
            throw FileProblem(path: path, call: error.call, code: error.code)
        }
    }

    /// Removes a file, or a folder with what is in it. Only root writes in installed versions, so the paths stay true.
    private static func removeTree(_ path: String) throws(FileProblem) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let code = SystemCall.lastError
            guard code == ENOENT else { throw FileProblem(path: path, call: "lstat", code: code) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard unlink(path) == 0 else { throw FileProblem(path: path, call: "unlink") }
            return
        }
        for name in try entries(of: path) { try removeTree("\(path)/\(name)") }
        guard rmdir(path) == 0 else { throw FileProblem(path: path, call: "rmdir") }
    }
}

/// The bounds of a program's resources. They end the copy of a folder that was named by mistake.
struct ResourceLimits: Sendable {
    /// The most levels of folders. Each level keeps a descriptor open while it is copied, and a process has 1024.
    var depth = 16
    /// The most files and folders. Each is synced to the disk, so that this many take minutes on an SD card.
    var files = 20_000
    /// The most bytes in all files. A device has room for two versions at once, as the former one stays until the new
    /// one runs.
    var bytes = 256_000_000

    init() {}
}

/// Copies a program's resources, so that all users may read the copies.
///
/// Another user may write in the source folder during the copy. Therefore each entry is opened from the descriptor of
/// its folder, no link is followed, and the kind is that of the opened file.
private struct ResourceCopy {
    private let limits: ResourceLimits
    private var files = 0
    private var bytes = 0
    private var chunk = [UInt8](repeating: 0, count: 65_536)

    init(limits: ResourceLimits) {
        self.limits = limits
    }

    /// Whether a folder of this name beside a program has the program's resources.
    static func isResource(_ name: String) -> Bool { name.hasSuffix(".resources") || name == "Localization" }

    /// Copies the folders of resources in a program's folder.
    mutating func copyResources(in source: String, to target: String) throws {
        let folder = open(source, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            throw InstallationProblem.unreadable(source, reason: SystemCall.message(SystemCall.lastError))
        }
        defer { close(folder) }
        for name in try Self.entries(of: folder, source) where Self.isResource(name) {
            let path = "\(source)/\(name)"
            let entry = try Self.openEntry(name, in: folder, path)
            defer { close(entry.descriptor) }
            // A file of this name is not SwiftPM's, which makes folders.
            if entry.isFolder { try copyFolder(entry.descriptor, path, to: "\(target)/\(name)", depth: 1) }
        }
    }

    private mutating func copyFolder(_ folder: Int32, _ path: String, to target: String, depth: Int) throws {
        guard depth <= limits.depth else {
            throw InstallationProblem.tooManyResources(path, bound: "\(limits.depth) levels of folders")
        }
        try NewEntry.makeFolder(target)
        for name in try Self.entries(of: folder, path) {
            let (from, to) = ("\(path)/\(name)", "\(target)/\(name)")
            files += 1
            guard files <= limits.files else {
                throw InstallationProblem.tooManyResources(from, bound: "\(limits.files) files and folders")
            }
            let entry = try Self.openEntry(name, in: folder, from)
            defer { close(entry.descriptor) }
            if entry.isFolder {
                try copyFolder(entry.descriptor, from, to: to, depth: depth + 1)
            } else {
                try copyFile(entry.descriptor, from, to: to)
            }
        }
        try NewEntry.syncFolder(target)
    }

    private mutating func copyFile(_ source: Int32, _ path: String, to target: String) throws {
        let file = try NewEntry.makeFile(target)
        defer { close(file) }
        while true {
            let count = chunk.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
            if count == 0 { break }
            guard count > 0 else {
                let code = SystemCall.lastError
                if code == EINTR { continue }
                throw InstallationProblem.unreadable(path, reason: SystemCall.message(code))
            }
            bytes += count
            guard bytes <= limits.bytes else {
                throw InstallationProblem.tooManyResources(path, bound: "\(limits.bytes / 1_000_000) MB in all files")
            }
            let isWritten = chunk.withUnsafeBytes {
                SystemCall.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: file)
            }
            guard isWritten else { throw FileProblem(path: target, call: "write") }
        }
        try NewEntry.finish(file, target, mode: 0o644)
    }

    private static func entries(of folder: Int32, _ path: String) throws(InstallationProblem) -> [String] {
        do throws(EventLoopError) {
            return try FolderEntries.list(descriptor: folder)
        } catch {
            throw .unreadable(path, reason: SystemCall.message(error.code))
        }
    }

    /// Opens a file or a folder. The caller closes the descriptor.
    ///
    /// A link is refused, since it would lead root to files that the extension's user may not read.
    private static func openEntry(
        _ name: String, in folder: Int32, _ path: String
    ) throws(InstallationProblem) -> (descriptor: Int32, isFolder: Bool) {
        // Without O_NONBLOCK, opening a FIFO would wait for a writer.
        let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = SystemCall.lastError
            switch code {
            case ELOOP: throw .link(path)
            // A socket, and a device without a driver (open(2)).
            case ENXIO, ENODEV: throw .resource(path)
            default: throw .unreadable(path, reason: SystemCall.message(code))
            }
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = SystemCall.lastError
            close(descriptor)
            throw .unreadable(path, reason: SystemCall.message(code))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return (descriptor, true)
        case S_IFREG: return (descriptor, false)
        default:
            close(descriptor)
            throw .resource(path)
        }
    }
}

/// Creates files and folders that all users may read, whatever the umask is, and syncs them to the disk.
private enum NewEntry {
    static func makeFolder(_ path: String) throws(FileProblem) {
        guard mkdir(path, 0o755) == 0 else { throw FileProblem(path: path, call: "mkdir") }
        try allowReading(path)
    }

    static func allowReading(_ folder: String) throws(FileProblem) {
        guard chmod(folder, 0o755) == 0 else { throw FileProblem(path: folder, call: "chmod") }
    }

    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(FileProblem) {
        let file = try makeFile(path)
        defer { close(file) }
        guard bytes.withUnsafeBytes({ SystemCall.write($0, to: file) }) else {
            throw FileProblem(path: path, call: "write")
        }
        try finish(file, path, mode: mode)
    }

    /// Creates a file, which only this process's user may read until `finish`. The caller closes the descriptor.
    static func makeFile(_ path: String) throws(FileProblem) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileProblem(path: path, call: "open") }
        return file
    }

    static func finish(_ file: Int32, _ path: String, mode: mode_t) throws(FileProblem) {
        guard fchmod(file, mode) == 0 else { throw FileProblem(path: path, call: "fchmod") }
        guard fsync(file) == 0 else { throw FileProblem(path: path, call: "fsync") }
    }

    /// A new entry may be gone after a power cut until its folder is synced.
    static func syncFolder(_ path: String) throws(FileProblem) {
        // NewFile syncs the folder in which a path lies.
        guard let failure = NewFile.syncFolder(of: path + "/.") else { return }
        throw FileProblem(path: path, call: failure.call, code: failure.code)
    }
}
