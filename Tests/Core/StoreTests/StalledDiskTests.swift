import EventLoop
import Foundation
import MonotonicTime
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("A disk that stalls", .timeLimit(.minutes(1)))
@PanelActor
struct StalledDiskTests {
    private let worker = StallingWorker()
    private let clock = VirtualScheduler()

    private func makeStore(_ folder: StoreFolder) throws -> PanelStore {
        try PanelStore.open(path: folder.file, worker: worker, scheduler: clock)
    }

    private func pass(_ duration: Duration) async {
        clock.advanceAtOnce(to: clock.now.advanced(by: duration))
        await EventLoop.panel.settle()
    }

    @Test(
        "a write that is not durable within 2 s counts as failed and is reported so once, whatever happens to it later")
    func late() async throws {
        let folder = try StoreFolder()
        let store = try makeStore(folder)
        let stalled = StoreError.stalled(path: folder.file, limit: .seconds(2))
        var trace: [String] = []
        store.failed = { trace.append("failed \($0 == stalled)") }
        store.recovered = { trace.append("recovered") }
        worker.stall()
        store.setSetting("1", for: "a") { trace.append("a \($0 == stalled)") }
        await pass(.seconds(1))
        store.setSetting("2", for: "b") { trace.append("b \($0 == stalled)") }
        await pass(.milliseconds(999))
        #expect(trace.isEmpty && store.failure == nil && !store.isStalled)
        await pass(.milliseconds(1))
        #expect(trace == ["failed true", "a true"] && store.failure == stalled && store.isStalled)
        await pass(.seconds(1))
        #expect(trace == ["failed true", "a true", "b true"])
        await pass(.seconds(3_600))
        store.setSetting("3", for: "c") { trace.append("c \($0 as Any)") }
        worker.goOn()
        await pass(.zero)
        #expect(trace.dropFirst(3) == ["recovered", "c nil"])
        #expect(store.failure == nil && !store.isStalled && clock.nextDeadline == nil)
        try store.close()
        #expect(try folder.contents().settings == ["a": "1", "b": "2", "c": "3"])
    }

    @Test("a write that ends late has failed, also if the loop learns of its end before its timer fires")
    func lateLoop() async throws {
        let folder = try StoreFolder()
        let store = try makeStore(folder)
        let stalled = StoreError.stalled(path: folder.file, limit: .seconds(2))
        var trace: [String] = []
        store.recovered = { trace.append("recovered") }
        worker.stall()
        store.setSetting("1", for: "a") { trace.append("a \($0 == stalled)") }
        clock.move(to: clock.now.advanced(by: PanelStore.patience))
        worker.goOn()
        await EventLoop.panel.settle()
        #expect(trace == ["a true", "recovered"])
        #expect(store.failure == nil && !store.isStalled && clock.nextDeadline == nil)
        try store.close()
    }

    @Test("a write that the disk refuses after a stall is reported with the disk's own error")
    func refusedLate() async throws {
        let folder = try StoreFolder()
        let store = try makeStore(folder)
        var failures: [StoreError] = []
        store.failed = { failures.append($0) }
        worker.stall()
        store.setSetting("1", for: "a")
        await pass(.seconds(2))
        DiskTap.set(folder.path) { _ in 28 }
        worker.goOn()
        await pass(.zero)
        #expect(failures.count == 2 && !store.isStalled)
        guard case .database = try #require(store.failure) else {
            Issue.record("\(failures)")
            return
        }
        DiskTap.set(folder.path, nil)
        try store.close()
        #expect(try folder.contents().settings == ["a": "1"])
    }

    @Test("while the disk stalls, at most 256 entries of the audit trail wait in memory")
    func waitingAudit() async throws {
        let folder = try StoreFolder()
        let store = try makeStore(folder)
        func append() {
            store.appendAudit(AuditEntry(moment: .at(1), who: "a", what: "b", outcome: "c"))
        }
        append()
        try store.flush()
        worker.stall()
        append()
        await pass(.seconds(2))
        for _ in 0..<1_000 { append() }
        worker.goOn()
        await pass(.zero)
        var records: [AuditRecord] = []
        store.readAudit(after: 0, limit: 1_000) { records = (try? $0.get()) ?? [] }
        await pass(.zero)
        #expect(records.map(\.number) == [1] + Array(747...1_002))
        try store.close()
    }

    @Test("a change made while a write hangs in the kernel waits for the next write, and is durable with it")
    func hangingCall() async throws {
        let folder = try StoreFolder()
        let store = try makeStore(folder)
        let (hangs, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isHanging = Mutex(true)
        DiskTap.set(folder.path) { _ in
            guard isHanging.withLock({ $0 }) else { return nil }
            isHanging.withLock { $0 = false }
            hangs.signal()
            goesOn.wait()
            return nil
        }
        var trace: [String] = []
        store.setSetting("1", for: "a") { trace.append("a \($0 == nil)") }
        hangs.wait()
        store.setSetting("2", for: "a") { trace.append("b \($0 == nil)") }
        clock.move(to: clock.now.advanced(by: PanelStore.patience))
        while clock.fireDueTimer() {}
        #expect(trace == ["a false", "b false"] && store.isStalled)
        store.setSetting("3", for: "c") { trace.append("c \($0 == nil)") }
        goesOn.signal()
        await EventLoop.panel.settle()
        #expect(trace.last == "c true" && store.failure == nil)
        try store.close()
        #expect(try folder.contents().settings == ["a": "2", "c": "3"])
    }

    @Test("closing a store on a stalled disk ends without the write, reports it, and releases the file later")
    func closing() async throws {
        let folder = try StoreFolder()
        let store = try makeStore(folder)
        worker.stall()
        store.setSetting("1", for: "a")
        #expect(throws: StoreError.stalled(path: folder.file, limit: .seconds(2))) { try store.close() }
        #expect(clock.nextDeadline == nil)
        worker.goOn()
        await pass(.zero)
        #expect(try folder.contents().settings == ["a": "1"])
    }
}
