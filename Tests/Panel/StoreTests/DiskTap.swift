import CSQLite
import Foundation
import Synchronization

/// Stands between SQLite and the kernel: sees each write before it is done, and may let it fail.
///
/// By the table of system calls that SQLite's VFS for POSIX has for tests. It is one for the process, so a tap is for
/// one folder.
enum DiskTap {
    /// A call that is about to be made on a file.
    struct Call {
        enum Change {
            case write(bytes: [UInt8], offset: Int64)
            case truncate(length: Int64)
            case remove
        }

        var path: String
        var change: Change
    }

    /// Returns the `errno` that the call shall fail by, or `nil`.
    typealias Tap = @Sendable (Call) -> Int32?

    private typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int
    private typealias PositionedWrite = @convention(c) (Int32, UnsafeRawPointer?, Int, Int64) -> Int
    private typealias Truncate = @convention(c) (Int32, Int64) -> Int32
    private typealias Remove = @convention(c) (UnsafePointer<CChar>?) -> Int32

    private static let taps = Mutex<[String: Tap]>([:])

    /// Calls `tap` for the files of a folder, until it is replaced by `nil`.
    static func set(_ folder: String, _ tap: Tap?) {
        _ = isInstalled
        taps.withLock { $0[folder] = tap }
    }

    /// Before the first connection, since SQLite reads its table without a lock.
    static let isInstalled: Bool = {
        guard let vfs = sqlite3_vfs_find(nil), let set = vfs.pointee.xSetSystemCall else { return false }
        let write: Write = { DiskTap.write($0, $1, $2) }
        let positioned: PositionedWrite = { DiskTap.write($0, $1, $2, at: $3) }
        let truncate: Truncate = { DiskTap.truncate($0, $1) }
        let remove: Remove = { DiskTap.remove($0) }
        let calls = [
            ("write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self)),
            ("pwrite", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self)),
            ("pwrite64", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self)),
            ("ftruncate", unsafeBitCast(truncate, to: sqlite3_syscall_ptr.self)),
            ("unlink", unsafeBitCast(remove, to: sqlite3_syscall_ptr.self)),
        ]
        // A call that this SQLite was built without is in the table too, without being used.
        return calls.allSatisfy { set(vfs, $0.0, $0.1) == SQLITE_OK }
    }()

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        let offset = Int64(lseek(descriptor, 0, SEEK_CUR))
        let code = ask(descriptor) { .write(bytes: copy(bytes, count), offset: offset) }
        return code.map { fail($0) } ?? Glibc.write(descriptor, bytes, count)
    }

    private static func write(
        _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, at offset: Int64
    ) -> Int {
        let code = ask(descriptor) { .write(bytes: copy(bytes, count), offset: offset) }
        return code.map { fail($0) } ?? pwrite(descriptor, bytes, count, off_t(offset))
    }

    private static func truncate(_ descriptor: Int32, _ length: Int64) -> Int32 {
        let code = ask(descriptor) { .truncate(length: length) }
        return code.map { Int32(fail($0)) } ?? ftruncate(descriptor, off_t(length))
    }

    private static func remove(_ path: UnsafePointer<CChar>?) -> Int32 {
        guard let path else { return -1 }
        let code = ask(path: String(cString: path)) { .remove }
        return code.map { Int32(fail($0)) } ?? unlink(path)
    }

    private static func ask(_ descriptor: Int32, _ change: () -> Call.Change) -> Int32? {
        // Most tests have none, and a descriptor's path costs more than the call.
        guard taps.withLock({ !$0.isEmpty }),
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        else { return nil }
        return ask(path: path, change)
    }

    private static func ask(path: String, _ change: () -> Call.Change) -> Int32? {
        let folder = (path as NSString).deletingLastPathComponent
        guard let tap = taps.withLock({ $0[folder] }) else { return nil }
        return tap(Call(path: path, change: change()))
    }

    private static func copy(_ bytes: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    private static func fail(_ code: Int32) -> Int {
        errno = code
        return -1
    }
}
