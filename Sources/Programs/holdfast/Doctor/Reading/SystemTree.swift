import Configuration
import EventLoop
import FileTrust
import Glibc
import Store

/// The files of a machine below a root folder, read with bounded sizes.
///
/// A missing file is no fact. A file that is unreadable for another reason is remembered, once for each path.
final class SystemTree {
    /// The root folder; empty for the machine's own root.
    private let root: String
    /// The most records of the kernel's log that are read. The log has 128 KiB to 1 MiB (`CONFIG_LOG_BUF_SHIFT`).
    private static let mostRecords = 50_000
    private(set) var unreadable: [UnreadableFact] = []

    /// - Parameter root: A folder with `etc`, `proc`, `sys` and so on; `/` for this machine.
    init(root: String) {
        self.root = root == "/" ? "" : root
    }

    /// The path of a file of the tree on this machine.
    func path(_ path: String) -> String { root + path }

    /// The bytes of a regular file; `nil` if there is none, if it is larger than `limit`, or if it cannot be read.
    func bytes(_ path: String, limit: Int = 65_536) -> [UInt8]? {
        do throws(FileContents.Failure) {
            return try FileContents.read(self.path(path), limit: limit)
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: return nil
            case let code?: note(path, code)
            case nil:
                let reason = "this is not a regular file, or it has more than \(limit) bytes"
                note(UnreadableFact(object: path, reason: reason))
            }
            return nil
        }
    }

    /// The text of a file without line ends and NULs at its end.
    func text(_ path: String, limit: Int = 65_536) -> String? {
        bytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self).trimmed }
    }

    /// The first bytes of a file of any size, as many as a store's header has.
    func beginning(of path: String) -> [UInt8]? {
        let descriptor = open(self.path(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            note(path, SystemCall.lastError)
            return nil
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: StoreHeader.byteCount)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else {
            note(path, SystemCall.lastError)
            return nil
        }
        return Array(bytes.prefix(count))
    }

    /// Whether a record of the kernel's log contains one of the texts, in any letter case; `nil` if the log cannot be
    /// read.
    ///
    /// Each `read(2)` of /dev/kmsg returns one record, of at most 8 KiB, and EPIPE where older records were overwritten
    /// (the kernel's `Documentation/ABI/testing/dev-kmsg`).
    func kernelLog(mentions texts: [String]) -> Bool? {
        let path = "/dev/kmsg"
        let descriptor = open(self.path(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if SystemCall.lastError != ENOENT { note(path, SystemCall.lastError) }
            return nil
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8_192)
        for _ in 0..<Self.mostRecords {
            let count = read(descriptor, &bytes, bytes.count)
            if count == 0 || count < 0 && SystemCall.lastError != EPIPE { break }
            let record = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).lowercased()
            if texts.contains(where: record.contains) { return true }
        }
        return false
    }

    /// The names of a folder's entries, in alphabetical order; empty if there is no such folder.
    func names(_ path: String) -> [String] {
        do throws(EventLoopError) {
            return try FolderEntries.list(self.path(path)).sorted()
        } catch {
            if error.code != ENOENT, error.code != ENOTDIR { note(path, error.code) }
            return []
        }
    }

    /// The result of `lstat(2)` for the path.
    func presence(_ path: String) -> Presence {
        var status = stat()
        guard lstat(self.path(path), &status) == 0 else {
            let code = SystemCall.lastError
            if code == ENOENT || code == ENOTDIR { return .missing }
            note(path, code)
            return .unseen
        }
        let kind: FileStatus.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return .found(
            FileStatus(
                kind: kind, owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777,
                size: Int64(status.st_size)))
    }

    /// Whether the path exists, as far as this user can see.
    func exists(_ path: String) -> Bool {
        access(self.path(path), F_OK) == 0
    }

    /// The first file or folder at or above the path that other users than root and `user` can change.
    func untrusted(_ path: String, for user: UInt32) -> UntrustedFile? {
        do throws(TrustedFile.Failure) {
            try TrustedFile.check(self.path(path), for: user)
        } catch {
            switch error {
            case .untrusted(let file): return file
            // A missing file has a finding of its own.
            case .failed(let code): if code != ENOENT, code != ENOTDIR { note(path, code) }
            }
        }
        return nil
    }

    /// The file system of the path; `nil` if the path does not exist.
    func disk(_ path: String, isWritten: Bool) -> (id: UInt, facts: DiskFacts)? {
        var status = statvfs()
        guard statvfs(self.path(path), &status) == 0 else {
            if SystemCall.lastError != ENOENT { note(path, SystemCall.lastError) }
            return nil
        }
        // A file system in user space can report any numbers.
        func bytes(_ blocks: UInt) -> UInt64 {
            let product = UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
            return product.overflow ? .max : product.partialValue
        }
        return (
            UInt(status.f_fsid),
            DiskFacts(
                path: path, freeBytes: bytes(status.f_bavail), bytes: bytes(status.f_blocks),
                freeFiles: UInt64(status.f_favail), files: UInt64(status.f_files),
                isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0, isWritten: isWritten)
        )
    }

    private func note(_ path: String, _ code: Int32) {
        note(
            UnreadableFact(
                object: path, reason: SystemCall.message(code), isDenied: code == EACCES || code == EPERM))
    }

    /// Remembers a fact that could not be read.
    func note(_ fact: UnreadableFact) {
        if !unreadable.contains(fact) { unreadable.append(fact) }
    }
}
