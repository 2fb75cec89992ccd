import EventLoop
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("The audit trail", .timeLimit(.minutes(5)))
@PanelActor
struct AuditTests {
    private func entry(_ number: Int, detail: String? = nil) -> AuditEntry {
        AuditEntry(
            moment: .at(Int64(number), isSynchronized: number.isMultiple(of: 2)), who: "pad", what: "perform",
            subject: number.isMultiple(of: 3) ? nil : "door", outcome: "performed \(number)", detail: detail)
    }

    private func read(_ store: PanelStore, after number: Int64 = 0, limit: Int = 1_000) async throws -> [AuditRecord] {
        var answer: Result<[AuditRecord], StoreError>?
        store.readAudit(after: number, limit: limit) { answer = $0 }
        await EventLoop.panel.settle()
        return try #require(answer).get()
    }

    @Test("entries are read back in order and in parts, also by the next panel")
    func order() async throws {
        let folder = try StoreFolder()
        var store = try PanelStore.open(path: folder.file)
        #expect(try await read(store).isEmpty && store.lastAuditNumber == 0)
        var told = 0
        for number in 1...50 { store.appendAudit(entry(number)) { if $0 == nil { told += 1 } } }
        let records = (1...50).map { AuditRecord(number: Int64($0), entry: entry($0)) }
        #expect(try await read(store) == records, "with those that were appended just now")
        #expect(told == 50)
        try store.close()

        store = try PanelStore.open(path: folder.file)
        #expect(store.lastAuditNumber == 50 && store.lockState == .new)
        store.appendAudit(entry(51))
        #expect(try await read(store, after: 10, limit: 7) == Array(records[10..<17]))
        #expect(try await read(store, after: 48, limit: .max).map(\.number) == [49, 50, 51])
        #expect(try await read(store, after: .min, limit: 1).map(\.number) == [1])
        #expect(try await read(store, after: .max).isEmpty)
        for limit in [0, -1, .min] { #expect(try await read(store, limit: limit).isEmpty) }
    }

    @Test(
        "an entry replaces an earlier one in one transaction, written or not, and counts it neither as lost nor as deleted"
    )
    func replaced() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        let first = store.appendAudit(entry(1))
        try store.flush()
        let second = store.appendAudit(entry(2), replacing: [first])
        store.appendAudit(entry(3), replacing: [second])
        store.appendAudit(entry(4), replacing: [77])
        let expected = [3, 4].map { AuditRecord(number: Int64($0), entry: entry($0)) }
        #expect(try await read(store) == expected)
        DiskTap.set(folder.path) { _ in ENOSPC }
        let lost = store.appendAudit(entry(5), replacing: [4])
        await EventLoop.panel.settle()
        #expect(store.failure != nil && lost == 5)
        DiskTap.set(folder.path, nil)
        #expect(try await read(store) == expected, "a failed write replaces nothing")
        try store.flush()
        #expect(try await read(store).map(\.number) == [3, 5])
        #expect(store.deletedAudit == 0)
        try store.close()
    }

    @Test(
        "the oldest entries beyond the limit are removed in the transaction of the newest", arguments: [1, 10, 1_000])
    func bounded(limit: Int) async throws {
        let folder = try StoreFolder()
        var sizes: [Int] = []
        for round in 0..<8 {
            let numbers = round * limit + 1...round * limit + limit
            let store = try PanelStore.open(path: folder.file, auditLimit: limit)
            for number in numbers { store.appendAudit(entry(number)) }
            try store.flush()
            #expect(try await read(store).map(\.number) == numbers.map { Int64($0) })
            try store.close()
            sizes.append(try folder.files["panel.db"]?.count ?? 0)
        }
        // The number of entries in a transaction depends on the disk and varies the file's size by a page or two.
        #expect(sizes.allSatisfy { $0 <= 2 * sizes[0] }, "the file does not grow: \(sizes)")
    }

    private func append(_ store: PanelStore, _ count: Int, who: String, isOfLock: Bool = false) async {
        for _ in 0..<count {
            store.appendAudit(
                AuditEntry(moment: .at(1), who: who, what: "b", outcome: "c", isOfLock: isOfLock))
        }
        await EventLoop.panel.settle()
    }

    @Test(
        "entries of the lock and of people have their own room in the trail, which performances do not take, nor the reverse"
    )
    func lockBound() async throws {
        let store = PanelStore.inMemory(auditLimit: 100)
        await append(store, 40, who: "Ada", isOfLock: true)
        await append(store, 1_000, who: "guest")
        var entries = try await read(store).map(\.entry)
        #expect(entries.count { $0.isOfLock } == 40 && entries.count { !$0.isOfLock } == 100)
        await append(store, 1_000, who: "Ada", isOfLock: true)
        entries = try await read(store).map(\.entry)
        #expect(entries.count { $0.isOfLock } == 50 && entries.count { !$0.isOfLock } == 100)
    }

    @Test(
        "one person keeps at most a quarter of a full trail, so that the entries of others stay",
        arguments: [false, true])
    func share(isOfLock: Bool) async throws {
        let store = PanelStore.inMemory(auditLimit: isOfLock ? 200 : 100)
        for who in ["Ada", "Bob", "Eve"] { await append(store, 25, who: who, isOfLock: isOfLock) }
        for _ in 0..<50 { await append(store, 30, who: "guest", isOfLock: isOfLock) }
        func counts() async throws -> [String: Int] {
            Dictionary(grouping: try await read(store).map(\.entry.who)) { $0 }.mapValues(\.count)
        }
        #expect(try await counts() == ["Ada": 25, "Bob": 25, "Eve": 25, "guest": 25])
        #expect(try await read(store).last?.number == 1_575, "the guest's newest are those that stay")
        await append(store, 100, who: "Zoe", isOfLock: isOfLock)
        // No person has more than a share now, so that the oldest entries of all are removed.
        #expect(try await counts() == ["Bob": 25, "Eve": 25, "guest": 25, "Zoe": 25])
    }

    @Test("an entry removed for the same person's newer entries is no gap of unwritten entries")
    func gaps() async throws {
        let store = PanelStore.inMemory(auditLimit: 8)
        await append(store, 1, who: "Ada")
        await append(store, 20, who: "guest")
        let records = try await read(store)
        #expect(records.map(\.number) == [1] + Array(15...21) && records.allSatisfy { $0.unwritten == 0 })
        #expect(store.deletedAudit == 13)
    }

    private func find(_ store: PanelStore, _ beginning: AuditBeginning) async throws -> Int64 {
        var answer: Result<Int64, StoreError>?
        store.findAudit(beginning) { answer = $0 }
        await EventLoop.panel.settle()
        return try #require(answer).get()
    }

    @Test("reading begins at the oldest entry or a number of entries before the end, also with missing numbers")
    func beginning() async throws {
        let store = PanelStore.inMemory(auditLimit: 5)
        #expect(try await find(store, .last(3)) == 0)
        for number in 1...9 { store.appendAudit(entry(number)) }
        #expect(try await find(store, .oldest) == 0)
        #expect(try await find(store, .last(2)) == 7)
        #expect(try await find(store, .last(5)) == 0)
        #expect(try await find(store, .last(.max)) == 0)
        for count in [0, -1, .min] { #expect(try await find(store, .last(count)) == 9) }
    }

    @Test("reading since a moment uses the boot's clock, or a right wall clock, and includes entries of unknown time")
    func since() async throws {
        let store = PanelStore.inMemory()
        // The clock is not set at first, and is set later.
        let unset = StoredMoment(
            wall: .init(milliseconds: 0, isSynchronized: false), bootID: "boot 1", boottime: 10_000_000_000)
        let moments: [StoredMoment] = [
            .at(100, boot: "old"), .at(-1_000_000, boot: "old", isSynchronized: false), .at(200, boot: "old"), unset,
            .at(400), .at(500),
        ]
        for moment in moments { store.appendAudit(AuditEntry(moment: moment, who: "a", what: "b", outcome: "c")) }
        func since(_ seconds: Int64, boottime: Int64, boot: String = "boot 1") async throws -> Int64 {
            let wall = StoredTime(milliseconds: StoredMoment.at(seconds).wall.milliseconds, isSynchronized: true)
            return try await find(store, .since(StoredMoment(wall: wall, bootID: boot, boottime: boottime)))
        }
        let boottime = { (seconds: Int64) in StoredMoment.at(seconds).boottime }
        #expect(try await since(450, boottime: boottime(450)) == 5)
        #expect(try await since(500, boottime: boottime(500)) == 5)
        #expect(try await since(501, boottime: boottime(501)) == 6)
        // The boot's own clock decides, also for entries from before the wall clock was set.
        #expect(try await since(300, boottime: boottime(300)) == 4)
        #expect(try await since(300, boottime: unset.boottime) == 3)
        // The moment is before this boot, so that only the wall clock decides.
        #expect(try await since(150, boottime: -1) == 1)
        #expect(try await since(50, boottime: -1) == 0)
        // No boot is known, so that the wall clock alone decides.
        #expect(try await since(450, boottime: 0, boot: "") == 5)
    }

    @Test("a written entry is reported once it can be read, also if its first write failed")
    func written() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        var told = 0
        store.auditWritten = { told += 1 }
        store.setSetting("a", for: "b")
        await EventLoop.panel.settle()
        #expect(told == 0)
        store.appendAudit(entry(1))
        #expect(told == 0)
        await EventLoop.panel.settle()
        #expect(told == 1)
        DiskTap.set(folder.path) { _ in ENOSPC }
        store.appendAudit(entry(2))
        await EventLoop.panel.settle()
        #expect(told == 1)
        DiskTap.set(folder.path, nil)
        store.setSetting("c", for: "b")
        await EventLoop.panel.settle()
        #expect(told == 2)
        #expect(try await read(store).map(\.number) == [1, 2])
        try store.close()
        store.findAudit(.last(1)) { #expect($0 == .failure(.closed(path: folder.file))) }
        await EventLoop.panel.settle()
    }

    @Test("each text of an entry has at most 512 bytes and is cut at a character")
    func texts() async throws {
        let family = "👨‍👩‍👧‍👦"
        let long = [
            String(repeating: "x", count: 1 << 20), String(repeating: "é", count: 256),
            String(repeating: "é", count: 257), String(repeating: family, count: 100),
            "a" + String(repeating: "\u{301}", count: 10_000), "\0\n\u{1b}",
        ]
        let store = PanelStore.inMemory()
        for text in long {
            store.appendAudit(
                AuditEntry(
                    moment: StoredMoment(
                        wall: .init(milliseconds: .min, isSynchronized: false), bootID: text, boottime: -1),
                    who: text, what: text, subject: text, outcome: text, detail: text))
        }
        let entries = try await read(store).map(\.entry)
        #expect(store.failure == nil)
        for entry in entries {
            for text in [entry.moment.bootID, entry.who, entry.what, entry.subject, entry.outcome, entry.detail] {
                #expect(text == entry.who && entry.who.utf8.count <= 512)
            }
        }
        #expect(entries[0].who == String(repeating: "x", count: 509) + "…")
        #expect(entries[1].who == long[1] && entries[5].who == long[5])
        #expect(entries[2].who == String(repeating: "é", count: 254) + "…")
        #expect(entries[3].who == String(repeating: family, count: 20) + "…")
        #expect(entries[4].who == "…")
    }

    @Test("a trail that cannot be written reports its failure, and dropped entries leave a gap in the numbers")
    func failing() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        store.appendAudit(entry(1))
        try store.flush()
        DiskTap.set(folder.path) { _ in ENOSPC }
        var failures = 0
        for number in 2...401 {
            store.appendAudit(entry(number)) { if $0 != nil { failures += 1 } }
            if number.isMultiple(of: 40) { await EventLoop.panel.settle() }
        }
        await EventLoop.panel.settle()
        #expect(failures == 400 && store.failure != nil)
        DiskTap.set(folder.path, nil)
        store.appendAudit(entry(402))
        let numbers = try await read(store).map(\.number)
        #expect(store.failure == nil)
        #expect(numbers == [1] + Array(146...402))
        #expect(try await read(store, after: 1, limit: 2).map(\.unwritten) == [144, 0])
        try store.close()
        store.readAudit(after: 0, limit: 1) { #expect($0 == .failure(.closed(path: folder.file))) }
        await EventLoop.panel.settle()
    }
}
