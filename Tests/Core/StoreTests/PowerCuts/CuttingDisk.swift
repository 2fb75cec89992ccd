import CCuttingVFS
import Synchronization

@testable import Store

/// A disk in memory whose power can be cut, for a store and its counter. Only one thread at a time uses the disk.
final class CuttingDisk: @unchecked Sendable {
    static let store = "panel.db"

    /// The name of the disk's VFS in SQLite.
    let vfs: String
    private let disk: OpaquePointer
    private static let made = Mutex(0)

    /// A disk with an empty file for the store.
    init?() {
        let number = Self.made.withLock { made in
            made += 1
            return made
        }
        vfs = "cutting-\(number)"
        guard let disk = cutting_disk_create(vfs) else { return nil }
        self.disk = disk
        guard cutting_disk_make(disk, Self.store) == 0 else { return nil }
    }

    deinit { cutting_disk_destroy(disk) }

    var isCut: Bool { cutting_disk_is_cut(disk) }
    var boundaries: UInt64 { cutting_disk_boundaries(disk) }

    /// Cuts the power at a boundary, after `count` more boundaries.
    func cut(after count: UInt64) { cutting_disk_cut_after(disk, count) }

    /// Restores the power; `seed` decides which unsynced writes are lost.
    func restart(seed: UInt64) { cutting_disk_restart(disk, seed) }

    func setFull(_ isFull: Bool) { cutting_disk_set_full(disk, isFull) }

    func size(of name: String) -> Int64 { cutting_disk_size(disk, name) }

    /// Reads the first bytes of a file, without SQLite.
    func read(_ name: String, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let there = cutting_disk_read(disk, name, &bytes, count)
        return Array(bytes.prefix(there))
    }

    /// Writes and syncs without SQLite; returns 0 or an `errno`.
    func write(_ bytes: [UInt8], at offset: Int, of name: String) -> Int32 {
        let code = cutting_disk_write(disk, name, bytes, bytes.count, Int64(offset))
        return code == 0 ? cutting_disk_sync(disk, name) : code
    }

    /// Opens the store on this disk.
    func open(_ options: OpenedDatabase.Options) throws(StoreError) -> OpenedDatabase {
        var options = options
        options.vfs = vfs
        return try OpenedDatabase.open(Self.store, hasLog: size(of: Self.store + "-wal") > 0, options: options)
    }
}

/// The counter's file on a `CuttingDisk`.
struct CuttingCounter: RollbackCounter {
    let disk: CuttingDisk
    /// The number of cuts during a write of the counter.
    let cuts: CutCount
    /// A deliberate error: the counter is this far ahead of the store.
    var haste: Int64 = 0

    let name = CuttingDisk.store + ".count"

    final class CutCount: Sendable {
        private let number = Mutex(0)

        var value: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    func read() throws(StoreError) -> RollbackCount {
        if disk.isCut { throw .failed(call: "pread", path: name, code: 5) }
        guard disk.size(of: name) >= 0 else { return .missing }
        return CounterSlots(disk.read(name, count: CounterSlots.fileSize)).value.map { .value($0) } ?? .damaged
    }

    func write(_ value: Int64) throws(StoreError) {
        let wasCut = disk.isCut
        let change = CounterSlots(disk.read(name, count: CounterSlots.fileSize)).change(to: value + haste)
        let code = disk.write(change.bytes, at: change.offset, of: name)
        if disk.isCut && !wasCut { cuts.add() }
        guard code == 0 else { throw .failed(call: "pwrite", path: name, code: code) }
    }
}
