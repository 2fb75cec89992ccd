import EventLoop
import Synchronization
import TestSupport

@testable import Store

/// Counts the writes to a panel's store on the disk.
@PanelActor
final class DiskTally {
    /// Calls of `write(2)` and its kind, and their bytes.
    struct Writes: Sendable, Hashable {
        var calls = 0
        var bytes = 0

        static func + (one: Writes, other: Writes) -> Writes {
            Writes(calls: one.calls + other.calls, bytes: one.bytes + other.bytes)
        }

        static func - (one: Writes, other: Writes) -> Writes {
            Writes(calls: one.calls - other.calls, bytes: one.bytes - other.bytes)
        }

        /// The greater number of each.
        func maximum(_ other: Writes) -> Writes {
            Writes(calls: max(calls, other.calls), bytes: max(bytes, other.bytes))
        }

        /// The smaller number of each.
        func minimum(_ other: Writes) -> Writes {
            Writes(calls: min(calls, other.calls), bytes: min(bytes, other.bytes))
        }

        /// The most writes for `count` pages in SQLite's write-ahead log: each has a header of 24 bytes, and a log that
        /// begins again one of 32 (SQLite's file format, 4.1). `counts` are writes of the counter.
        static func pages(_ count: Int, counts: Int = 0) -> Writes {
            Writes(calls: 2 * count + 1 + counts, bytes: (24 + 4_096) * count + 32 + CounterSlots.slotSize * counts)
        }

        /// For people.
        var text: String { calls == 0 ? "0" : "\(calls) calls of \(bytes) bytes" }
    }

    /// The writes by where they go.
    struct Count: Sendable, Hashable {
        /// To SQLite's write-ahead log, at each commit.
        var log = Writes()
        /// To the database, when SQLite copies the log into it.
        var database = Writes()
        /// To the counter of the lock's changes, beside the database.
        var counter = Writes()
        /// Files that were truncated or removed.
        var changesOfFiles = 0

        /// The writes that a change itself causes; copying the log comes after hundreds of changes.
        var ofChanges: Writes { log + counter }

        var total: Writes { log + database + counter }

        static func - (one: Count, other: Count) -> Count {
            Count(
                log: one.log - other.log, database: one.database - other.database, counter: one.counter - other.counter,
                changesOfFiles: one.changesOfFiles - other.changesOfFiles)
        }
    }

    private let folder: String
    private let counter: FailingCounter
    private let ofSQLite = Mutex(Count())

    /// Counts from now on.
    init(_ folder: StoreFolder, _ counter: FailingCounter) {
        self.folder = folder.path
        self.counter = counter
        DiskTap.set(folder.path) { [unowned self] call in
            ofSQLite.withLock { Self.add(call, to: &$0) }
            return nil
        }
    }

    private nonisolated static func add(_ call: DiskTap.Call, to count: inout Count) {
        guard case .write(let bytes, _) = call.change else {
            count.changesOfFiles += 1
            return
        }
        let writes = Writes(calls: 1, bytes: bytes.count)
        if call.path.hasSuffix("-wal") {
            count.log = count.log + writes
        } else {
            count.database = count.database + writes
        }
    }

    /// The writes so far.
    var count: Count {
        var count = ofSQLite.withLock { $0 }
        count.counter = Writes(calls: counter.attempts, bytes: counter.attempts * CounterSlots.slotSize)
        return count
    }

    /// Ends counting.
    func stop() { DiskTap.set(folder, nil) }
}
