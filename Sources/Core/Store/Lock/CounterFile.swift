import EventLoop
import Glibc

/// A rollback counter in a file of mode 0600. The first change of the lock creates the file.
public struct CounterFile: RollbackCounter {
    public let name: String

    /// A counter in the file at `path`. The folder must exist; the initializer opens no file.
    public init(path: String) {
        name = path
    }

    /// - Throws: `StoreError` where the file is a link, is not a regular file, cannot be read, has a foreign owner, or
    ///   may be written by other users.
    public func read() throws(StoreError) -> RollbackCount {
        guard let bytes = try withFile(flags: O_RDONLY, readBytes) else { return .missing }
        return CounterSlots(bytes).value.map { .value($0) } ?? .damaged
    }

    /// - Throws: the errors of `read`, and `StoreError` where the file cannot be written.
    public func write(_ value: Int64) throws(StoreError) {
        let isNew = try withFile(flags: O_RDWR | O_CREAT) { descriptor throws(StoreError) in
            let bytes = try readBytes(descriptor)
            let change = CounterSlots(bytes).change(to: value)
            let count = change.bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(change.offset))
            }
            guard count == change.bytes.count else {
                // A short write means a full disk.
                throw failure("pwrite", code: count < 0 ? SystemCall.lastError : ENOSPC)
            }
            guard fdatasync(descriptor) == 0 else { throw failure("fdatasync") }
            return bytes.isEmpty
        }
        if isNew == true, let failure = NewFile.syncFolder(of: name) {
            throw .failed(call: failure.call, path: NewFile.folder(of: name), code: failure.code)
        }
    }

    private func readBytes(_ descriptor: Int32) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: CounterSlots.fileSize)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw failure("pread") }
        return Array(bytes.prefix(count))
    }

    /// Calls `body` with the file's descriptor; returns `nil` where the file does not exist and `flags` lack `O_CREAT`.
    private func withFile<Value>(
        flags: Int32, _ body: (Int32) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        // `O_NONBLOCK`: opening a FIFO or a device could block, or have a side effect.
        let descriptor = open(name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            switch SystemCall.lastError {
            case ENOENT where flags & O_CREAT == 0: return nil
            case ELOOP: throw .symbolicLink(path: name)
            case EROFS, EACCES: throw .readOnly(path: name)
            case EISDIR, ENXIO: throw .notAFile(path: name)
            case let code: throw failure("open", code: code)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: name) }
        try status.checkTrusted(path: name)
        return try body(descriptor)
    }

    private func failure(_ call: String, code: Int32 = SystemCall.lastError) -> StoreError {
        .failed(call: call, path: name, code: code)
    }
}

/// The format of a counter's file: two slots. A write goes to the slot without the last number, so an interrupted write
/// leaves the other slot intact.
///
/// ```
///      0        8        16         24            4096                          4120
///      ├ "HFcount1" ─ number ─ checksum ┤ (unused)  ├ "HFcount1" ─ number ─ checksum ┤
/// ```
/// Numbers are little-endian; the checksum is FNV-1a over the preceding 16 bytes. The checksum detects damage, not
/// forgery: a process with write access to the file can write any number.
struct CounterSlots {
    /// The slots are one disk page apart, because flash memory loses whole pages.
    static let distance = 4_096
    static let slotSize = 24
    /// The size of a file with both slots, in bytes.
    static let fileSize = distance + slotSize
    private static let mark = Array("HFcount1".utf8)

    private var values: [Int64?]

    /// Decodes the slots of a file; a short file lacks one or both.
    init(_ bytes: [UInt8]) {
        values = [0, Self.distance].map { Self.decode(bytes.dropFirst($0).prefix(Self.slotSize)) }
    }

    /// The counter's number; `nil` where both slots are damaged.
    var value: Int64? { values.compactMap(\.self).max() }

    /// The bytes and the file offset of the write that sets the number to `value`.
    func change(to value: Int64) -> (bytes: [UInt8], offset: Int) {
        let isFirst = (values[0] ?? -1) <= (values[1] ?? -1)
        return (Self.encode(value), isFirst ? 0 : Self.distance)
    }

    private static func encode(_ value: Int64) -> [UInt8] {
        let content = mark + bytes(UInt64(bitPattern: value))
        return content + bytes(checksum(content))
    }

    private static func decode(_ slot: ArraySlice<UInt8>) -> Int64? {
        let slot = Array(slot)
        guard slot.count == slotSize, slot.starts(with: mark) else { return nil }
        let number = slot[8..<16].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let value = Int64(bitPattern: number)
        return StoreLimit.foundSerials.contains(value) && slot == encode(value) ? value : nil
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
