import EventLoop
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("The panel's store", .timeLimit(.minutes(5)))
@PanelActor
struct PanelStoreTests {
    /// Sets one value of each kind, with special characters in texts.
    private func fill(_ store: PanelStore) {
        store.setOutput(OutputState(isOn: true), of: "org.example.hallway.flashlight")
        store.setOutput(
            OutputState(isOn: false, since: StoredTime(milliseconds: -1, isSynchronized: true)), of: "door")
        store.setOutput(
            OutputState(isOn: true, since: StoredTime(milliseconds: .max, isSynchronized: false)), of: "")
        store.setDeadline(
            StoredDeadline(kind: "focus", purpose: "timer", duration: .nanoseconds(1_500_000_000_001), at: .at(7)))
        store.setDeadline(
            StoredDeadline(
                kind: "focus", purpose: "max_time", duration: .seconds(Int64.max), remaining: .zero,
                at: .at(8, boot: "", isSynchronized: false)))
        store.setSetting("a\0b\u{10FFFF}", for: "\0")
        store.setSetting("", for: "empty")
        store.setSetting(String(repeating: "long ", count: 20_000), for: "long")
    }

    @Test("stored values are read back exactly")
    func roundTrip() throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        #expect(store.contentsForTests == StoredContents())
        #expect(store.notices.isEmpty)
        fill(store)
        let kept = store.contentsForTests
        #expect(kept.outputs.count == 3 && kept.deadlines.count == 2 && kept.settings.count == 3)
        try store.close()
        #expect(try folder.contents() == kept)
        #expect(try folder.files.keys.sorted() == ["panel.db"], "closed, it is one file")

        let again = try PanelStore.open(path: folder.file)
        for kind in again.outputs.keys { again.setOutput(nil, of: kind) }
        for deadline in again.deadlines.values { again.removeDeadline(of: deadline.kind, purpose: deadline.purpose) }
        for key in again.settings.keys { again.setSetting(nil, for: key) }
        try again.close()
        #expect(try folder.contents() == StoredContents())
    }

    @Test("a store in memory behaves like one on the disk")
    func inMemory() async throws {
        let store = PanelStore.inMemory()
        fill(store)
        var errors: [StoreError?] = []
        store.setSetting("1", for: "last") { errors.append($0) }
        #expect(errors.isEmpty, "never inside the call")
        await EventLoop.panel.settle()
        #expect(errors == [nil])
        try store.flush()
        try store.close()
    }

    @Test("a completion is released once it has been called, with a PIN that it holds, also after a burst of writes")
    func releasedCompletion() async throws {
        final class PIN {}
        let store = PanelStore.inMemory()
        for number in 0..<100 { store.setSetting("\(number)", for: "burst") }
        await EventLoop.panel.settle()
        weak var held: PIN?
        func write() {
            let pin = PIN()
            held = pin
            store.setSetting("1", for: "attempt") { _ in withExtendedLifetime(pin) {} }
        }
        write()
        #expect(held != nil)
        await EventLoop.panel.settle()
        #expect(held == nil)
        try store.close()
    }

    @Test("waiting writes are joined into one transaction with one row per key, and the loop does not wait")
    func joined() async throws {
        let folder = try StoreFolder()
        // In virtual time no write exceeds its limit, however busy the machine is.
        let store = try PanelStore.open(path: folder.file, scheduler: VirtualScheduler())
        let gate = DispatchSemaphore(value: 0)
        let entered = Mutex(false)
        let commits = Mutex(0)
        DiskTap.set(folder.path) { call in
            if !entered.withLock({ was in
                defer { was = true }; return was
            }) {
                gate.wait()
            }
            if call.isCommit { commits.withLock { $0 += 1 } }
            return nil
        }
        var completed: [Int] = []
        store.setSetting("first", for: "key") { _ in completed.append(-1) }
        while !entered.withLock({ $0 }) { sched_yield() }
        for number in 0..<500 {
            store.setSetting(String(number), for: "key\(number % 3)") { error in
                #expect(error == nil)
                completed.append(number)
            }
        }
        #expect(completed.isEmpty)
        gate.signal()
        await EventLoop.panel.settle()
        #expect(completed == Array(-1..<500), "in the order of calls")
        #expect(commits.withLock { $0 } == 2)
        try store.close()
        let contents = try folder.contents()
        #expect(contents.settings == ["key": "first", "key0": "498", "key1": "499", "key2": "497"])
    }

    @Test("an idle panel writes nothing, and neither does setting an unchanged value")
    func idle() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        fill(store)
        await EventLoop.panel.settle()
        let writes = Mutex(0)
        DiskTap.set(folder.path) { _ in
            writes.withLock { $0 += 1 }
            return nil
        }
        fill(store)
        store.setSetting(nil, for: "none")
        store.removeDeadline(of: "none", purpose: "timer")
        await EventLoop.panel.settle()
        try store.flush()
        #expect(writes.withLock { $0 } == 0)
        store.setSetting("x", for: "none")
        await EventLoop.panel.settle()
        #expect(writes.withLock { $0 } > 0)
    }

    @Test("`flush` returns when all changes are durable and their completions have been called")
    func flush() throws {
        let folder = try StoreFolder()
        let copy = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        var isDone = false
        store.setSetting("1", for: "a")
        store.setSetting("2", for: "b") { isDone = $0 == nil }
        try store.flush()
        #expect(isDone)
        try copy.replaceFiles(by: folder.files)
        #expect(try copy.contents().settings == ["a": "1", "b": "2"])
    }

    @Test(
        "a waiter for earlier changes is called once they are durable, also if none wait or the store is closed")
    func waiting() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        let copy = try StoreFolder()
        var found: [String] = []
        func wait() {
            store.whenWritten { error in
                // The files as a power cut would leave them now.
                try? copy.replaceFiles(by: folder.files)
                found.append(error?.description ?? (try? copy.contents().settings["a"]) ?? "nothing")
            }
        }
        wait()
        #expect(found.isEmpty, "never inside the call")
        await EventLoop.panel.settle()
        store.setSetting("1", for: "a")
        wait()
        await EventLoop.panel.settle()
        store.setSetting("2", for: "a")
        wait()
        try store.flush()
        try store.close()
        wait()
        await EventLoop.panel.settle()
        #expect(found == ["nothing", "1", "2", StoreError.closed(path: folder.file).description])
    }

    @Test("a closed store refuses changes, and its file can be opened again")
    func closed() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        store.setSetting("1", for: "a")
        try store.close()
        try store.close()
        let other = try PanelStore.open(path: folder.file)
        var errors: [StoreError?] = []
        store.setSetting("2", for: "a") { errors.append($0) }
        await EventLoop.panel.settle()
        #expect(errors == [.closed(path: folder.file)])
        #expect(other.settings == ["a": "1"])
    }

    @Test("a key is the same in all its canonical spellings")
    func spellings() throws {
        let folder = try StoreFolder()
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        for _ in 0..<3 {
            let store = try PanelStore.open(path: folder.file)
            for key in [composed, decomposed] {
                store.setSetting("1 \(key.utf8.count)", for: key)
                try store.flush()
                store.setSetting(nil, for: key == composed ? decomposed : composed)
                store.setSetting("2 \(key.utf8.count)", for: key)
            }
            try store.close()
            #expect(try folder.contents().settings == [composed: "2 6"])
        }
    }

    @Test("a full disk is reported once, loses nothing, and the changes are written when there is space again")
    func fullDisk() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        store.setSetting("0", for: "before")
        await EventLoop.panel.settle()
        var trace: [String] = []
        store.failed = { error in
            guard case .database(_, _, let code, _) = error else { return trace.append("\(error)") }
            trace.append("failed \(code & 0xff)")
        }
        store.recovered = { trace.append("recovered") }
        DiskTap.set(folder.path) { _ in ENOSPC }
        for number in 1...3 {
            store.setSetting(String(number), for: "key\(number)") { trace.append($0 == nil ? "done" : "not \(number)") }
            await EventLoop.panel.settle()
        }
        #expect(trace == ["failed 13", "not 1", "not 2", "not 3"])
        #expect(store.settings.count == 4)
        #expect(throws: StoreError.self) { try store.flush() }
        DiskTap.set(folder.path, nil)
        store.setSetting("4", for: "key3") { trace.append($0 == nil ? "done" : "not 4") }
        await EventLoop.panel.settle()
        #expect(trace.suffix(2) == ["recovered", "done"])
        #expect(trace.count == 6)
        #expect(store.failure == nil)
        try store.close()
        let settings = try folder.contents().settings
        #expect(settings == ["before": "0", "key1": "1", "key2": "2", "key3": "4"])
    }

    @Test("`close` reports unwritten changes and releases the file")
    func closeOnFullDisk() throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        store.setSetting("1", for: "a")
        try store.flush()
        DiskTap.set(folder.path) { _ in EIO }
        store.setSetting("2", for: "a")
        #expect(throws: StoreError.self) { try store.close() }
        DiskTap.set(folder.path, nil)
        #expect(try folder.contents().settings == ["a": "1"])
    }

    @Test("a file that was removed while in use receives no more writes")
    func removed() throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        try folder.replaceFiles(by: [:])
        store.setSetting("1", for: "a")
        #expect(throws: StoreError.moved(path: folder.file)) { try store.flush() }
    }
}

extension DiskTap.Call {
    /// Whether the bytes are the header of a log frame that ends a transaction: only such a frame has the database's
    /// size (https://www.sqlite.org/fileformat2.html#walformat).
    var isCommit: Bool {
        guard path.hasSuffix("-wal"), case .write(let bytes, let offset) = change else { return false }
        return offset > 0 && bytes.count == 24 && bytes[4..<8].contains { $0 != 0 }
    }
}
