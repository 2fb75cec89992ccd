import CSQLite
import Foundation
import Synchronization

/// Intercepts the file system calls of SQLite: observes each write before it happens, and can make it fail.
///
/// `DiskTap` replaces entries in the table of system calls that SQLite's VFS for POSIX offers for tests. The table
/// belongs to the process; a tap belongs to one folder.
public enum DiskTap {
    /// A call on a file, before it is made.
    public struct Call {
        /// The change that a call makes.
        public enum Change {
            case write(bytes: [UInt8], offset: Int64)
            case truncate(length: Int64)
            case remove
        }

        /// The path of the file.
        public var path: String
        /// The change of the file.
        public var change: Change
    }

    /// Returns the `errno` of the call's failure, or `nil` to let the call proceed.
    public typealias Tap = @Sendable (Call) -> Int32?

    private typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int
    private typealias PositionedWrite = @convention(c) (Int32, UnsafeRawPointer?, Int, Int64) -> Int
    private typealias Truncate = @convention(c) (Int32, Int64) -> Int32
    private typealias Remove = @convention(c) (UnsafePointer<CChar>?) -> Int32

    private static let taps = Mutex<[String: Tap]>([:])

    /// Sets the tap for the files of a folder; `nil` removes it.
    public static func set(_ folder: String, _ tap: Tap?) {
        _ = isInstalled
        taps.withLock { $0[folder] = tap }
    }

    /// The replacement happens before the first connection, because SQLite reads its table without a lock.
    public static let isInstalled: Bool = {
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
        // The table also has the calls that this build of SQLite does not use.
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
        // Most tests have no tap, and finding a descriptor's path costs more than the call itself.
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
