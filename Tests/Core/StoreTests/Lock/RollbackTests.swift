import EventLoop
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("An older store, or none, in place of the last", .timeLimit(.minutes(5)))
@PanelActor
struct RollbackTests {
    /// A person with this number; the store does not interpret the validity.
    private static func person(_ id: Int64 = 1) -> StoredPerson {
        StoredPerson(id: id, role: "owner", mac: Array(0...31), limits: "uses=5")
    }

    /// The files of a panel after each of a few changes of its lock, with the store closed in between.
    private func makeHistory() throws -> (folder: StoreFolder, history: [[String: [UInt8]]]) {
        let folder = try StoreFolder()
        let history = try (1...4).map { number in
            let store = try PanelStore.open(path: folder.file)
            #expect(store.notices.isEmpty && store.lockState == (number == 1 ? .new : .sound))
            try store.setPerson(Self.person(Int64(number)), of: "person \(number)")
            store.setSetting("\(number)", for: "layout")
            try store.close()
            return try folder.files
        }
        return (folder, history)
    }

    private func isRolledBack(_ store: PanelStore) -> Bool {
        if case .rolledBack(let reason) = store.lockState { !reason.isEmpty } else { false }
    }

    private func isLost(_ store: PanelStore) -> Bool {
        if case .lost(let reason) = store.lockState { !reason.isEmpty } else { false }
    }

    @Test("an older store is kept aside, and the lock has no people, over restarts, until it is set up again")
    func older() throws {
        let (folder, history) = try makeHistory()
        for number in 0..<3 {
            var files = history[3]
            files["panel.db"] = history[number]["panel.db"]
            try folder.replaceFiles(by: files)
            var store = try PanelStore.open(path: folder.file)
            guard case .rolledBack(folder.file, let kept, let reason)? = store.notices.first else {
                Issue.record("\(store.notices)")
                return
            }
            #expect(kept == folder.file + ".rolled-back-1" && store.notices.count == 1)
            #expect(reason == "it knows \(number + 1) changes of the lock; \(folder.file).count has counted 4")
            #expect(try folder.files["panel.db.rolled-back-1"] == files["panel.db"])
            #expect(isRolledBack(store) && store.contentsForTests == StoredContents())
            try store.setPerson(Self.person(), of: "anew")
            #expect(isRolledBack(store), "until that is said")
            try store.close()
            for _ in 0..<2 {
                store = try PanelStore.open(path: folder.file)
                #expect(isRolledBack(store) && store.notices.isEmpty && store.people.count == 1)
                try store.close()
            }
            store = try PanelStore.open(path: folder.file)
            var isCleared = false
            store.setLockFault(nil) { isCleared = $0 == nil }
            try store.close()
            #expect(isCleared)
            store = try PanelStore.open(path: folder.file)
            #expect(store.lockState == .sound && store.notices.isEmpty)
            try store.close()
            // The first older store stays kept aside.
            var again = try folder.files
            again["panel.db"] = history[3]["panel.db"]
            try folder.replaceFiles(by: again)
            #expect(isRolledBack(try PanelStore.open(path: folder.file)))
        }
    }

    @Test("the last store without its log counts as an older one")
    func logRemoved() throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        try store.setPerson(Self.person(), of: "a")
        try store.close()
        let running = try PanelStore.open(path: folder.file)
        try running.setPerson(nil, of: "a")
        try running.flush()
        let copy = try StoreFolder()
        try copy.replaceFiles(by: folder.files)
        let sound = try PanelStore.open(path: copy.file)
        #expect(sound.lockState == .sound && sound.people.isEmpty, "a power cut")
        try sound.close()
        try copy.replaceFiles(by: folder.files.filter { $0.key != "panel.db-wal" })
        #expect(isRolledBack(try PanelStore.open(path: copy.file)))
    }

    @Test("a missing or damaged counter counts as changed together with the store")
    func counter() throws {
        let (folder, history) = try makeHistory()
        let zeros = [UInt8](repeating: 0, count: CounterSlots.fileSize)
        for counter in [nil, [], zeros] as [[UInt8]?] {
            var files = history[3]
            files["panel.db.count"] = counter
            try folder.replaceFiles(by: files)
            let store = try PanelStore.open(path: folder.file)
            #expect(isRolledBack(store) && store.people.isEmpty && store.notices.count == 1)
            try store.close()
            let again = try PanelStore.open(path: folder.file)
            #expect(isRolledBack(again) && again.notices.isEmpty)
            try again.close()
        }
        // One valid slot is enough, and a slot that is behind is brought up to date.
        for number in 0..<4 {
            for slot in [0, CounterSlots.distance] {
                var files = history[3]
                files["panel.db.count"] = history[number]["panel.db.count"]
                if number == 3 { files["panel.db.count"]?[slot] ^= 1 }
                try folder.replaceFiles(by: files)
                let store = try PanelStore.open(path: folder.file)
                #expect(store.lockState == .sound && store.people.count == 4)
                try store.close()
                #expect(try CounterFile(path: folder.file + ".count").read() == .value(4))
            }
        }
    }

    @Test("a missing, empty or damaged store is a lost lock, over restarts")
    func gone() throws {
        let (folder, history) = try makeHistory()
        var truncated = history[3]
        truncated["panel.db"]?.removeLast(5_000)
        let text = Array("text".utf8)
        let zeros = [UInt8](repeating: 0, count: 100)
        let cases: [[String: [UInt8]]] = [
            history[3].filter { $0.key != "panel.db" }, history[3].merging(["panel.db": []]) { $1 }, truncated,
            ["panel.db": text], ["panel.db.count": zeros],
            ["panel.db": text, "panel.db.count": zeros],
        ]
        for files in cases {
            try folder.replaceFiles(by: files)
            let store = try PanelStore.open(path: folder.file)
            #expect(isLost(store) && store.people.isEmpty && store.notices.count == 1, "\(files.mapValues(\.count))")
            try store.close()
            let again = try PanelStore.open(path: folder.file)
            #expect(isLost(again) && again.notices.isEmpty)
            again.setLockFault(nil)
            try again.setPerson(Self.person(), of: "a")
            try again.close()
            #expect(try PanelStore.open(path: folder.file).lockState == .sound)
        }
        try folder.replaceFiles(by: [:])
        #expect(try PanelStore.open(path: folder.file).lockState == .new, "no file shows an earlier panel")
    }

    @Test("a power cut at any step of keeping an older store aside leaves the lock shut")
    func keepingAside() throws {
        let (folder, history) = try makeHistory()
        var files = history[3]
        files["panel.db"] = history[1]["panel.db"]
        try folder.replaceFiles(by: files)
        let states = Mutex([try folder.files])
        DiskTap.set(folder.path) { [unowned folder] _ in
            let state = try? folder.files
            states.withLock { $0.append(state ?? [:]) }
            return nil
        }
        _ = try PanelStore.open(path: folder.file)
        DiskTap.set(folder.path, nil)
        let disk = try StoreFolder()
        for state in states.withLock({ $0 }) {
            try disk.replaceFiles(by: state)
            let store = try PanelStore.open(path: disk.file)
            #expect(isRolledBack(store) || isLost(store), "\(state.mapValues(\.count))")
            #expect(store.people.isEmpty)
        }
        #expect(states.withLock(\.count) > 20)
        // The states between the counter's write and the renaming, and after both.
        let counted = try folder.files["panel.db.count"]
        files["panel.db.count"] = counted
        for state in [files, files.filter { $0.key != "panel.db" }] {
            try disk.replaceFiles(by: state)
            let store = try PanelStore.open(path: disk.file)
            #expect(isRolledBack(store) || isLost(store))
        }
    }

    /// A counter whose disk can fail.
    private final class FailingCounter: RollbackCounter {
        let name = "counter"
        let count = Mutex(RollbackCount.missing)
        let fails = Mutex(false)

        func read() -> RollbackCount { count.withLock { $0 } }

        func write(_ value: Int64) throws(StoreError) {
            if fails.withLock({ $0 }) { throw .failed(call: "pwrite", path: name, code: EIO) }
            count.withLock { $0 = .value(value) }
        }
    }

    @Test("a change that is not counted is not reported durable, and the next write counts it")
    func uncounted() async throws {
        let folder = try StoreFolder()
        let counter = FailingCounter()
        let store = try PanelStore.open(path: folder.file, counter: counter)
        var trace: [String] = []
        store.failed = { trace.append("failed \($0)") }
        store.recovered = { trace.append("recovered") }
        var id: Int64 = 0
        func change(_ name: String) async throws {
            id += 1
            try store.setPerson(Self.person(id), of: name) {
                trace.append($0 == nil ? "\(name) durable" : "\(name) not")
            }
            await EventLoop.panel.settle()
        }
        counter.fails.withLock { $0 = true }
        try await change("before the first")
        #expect(try folder.contentsAfterCut().people.isEmpty, "without a counter nothing is begun")
        counter.fails.withLock { $0 = false }
        try await change("a")
        #expect(counter.read() == .value(1))
        counter.fails.withLock { $0 = true }
        try await change("b")
        try await change("c")
        store.appendAudit(AuditEntry(moment: .at(0), who: "pad", what: "unlock", outcome: "refused")) {
            trace.append($0 == nil ? "audit" : "audit not")
        }
        await EventLoop.panel.settle()
        #expect(counter.read() == .value(1))
        #expect(throws: StoreError.self) { try store.flush() }
        counter.fails.withLock { $0 = false }
        try store.flush()
        #expect(store.failure == nil && counter.read() == .value(3))
        let error = "failed counter: pwrite: Input/output error"
        #expect(
            trace == [
                error, "before the first not", "recovered", "a durable", error, "b not", "c not", "audit not",
                "recovered",
            ])
        try store.close()
        let again = try PanelStore.open(path: folder.file, counter: counter)
        #expect(again.lockState == .sound && again.people.count == 4)
        again.readAudit(after: 0, limit: 10) { #expect((try? $0.get())?.count == 1, "written once") }
        await EventLoop.panel.settle()
    }

    @Test("a change outside the lock is not counted, and a panel without a lock has no counter")
    func notOfTheLock() throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        store.setSetting("1", for: "a")
        store.appendAudit(AuditEntry(moment: .at(0), who: "panel", what: "start", outcome: "done"))
        var isTold = false
        store.setLockFault(nil) { isTold = $0 == nil }
        try store.close()
        #expect(isTold)
        #expect(try folder.files.keys.sorted() == ["panel.db"])
        #expect(try PanelStore.open(path: folder.file).lockState == .new)
    }

    @Test("an untrusted counter keeps the store closed, and the error names the counter")
    func refusedCounter() throws {
        let (folder, history) = try makeHistory()
        let path = folder.file + ".count"
        chmod(path, 0o666)
        #expect(throws: StoreError.writableByOthers(path: path, mode: 0o666)) { try PanelStore.open(path: folder.file) }
        unlink(path)
        symlink("/dev/null", path)
        #expect(throws: StoreError.symbolicLink(path: path)) { try PanelStore.open(path: folder.file) }
        unlink(path)
        try folder.replaceFiles(by: history[3])
        #expect(try PanelStore.open(path: folder.file).people.count == 4)
    }
}

extension StoreFolder {
    /// The store's contents if the power were cut now.
    fileprivate func contentsAfterCut() throws -> StoredContents {
        let copy = try StoreFolder()
        try copy.replaceFiles(by: files)
        return try copy.contents()
    }
}
