import Authentication
import EventLoop
import Foundation
import MonotonicTime
import Store
import Synchronization
import TestSupport
import Testing

@testable import Panel

/// The lock of a panel under test, with what it keeps.
@PanelActor
final class TestLock {
    /// The places of the people and of the trail.
    enum Storage {
        /// People in memory, and no trail.
        case volatile
        /// People in memory, and the trail in a store on the disk.
        case trail
        /// People and the trail in a store on the disk.
        case disk
    }

    /// Shared by all panels, because a worker's thread never ends.
    private static let worker = Worker()

    /// The parts that stay the same while the store is closed and opened again.
    private struct Setup {
        let storage: Storage
        let autoLock: Duration
        let auditLimit: Int
        let folder: StoreFolder?
        let scheduler: VirtualScheduler
        let clock: TestLockClock
        let onEntry: @PanelActor (_ number: Int64) -> Void
        let counter: FailingCounter
        let disk = StallingWorker()

        @PanelActor
        func makeStore() throws -> PanelStore {
            guard let file = folder?.file else { return PanelStore.inMemory(auditLimit: auditLimit) }
            return try PanelStore.open(
                path: file, counter: counter, auditLimit: auditLimit, worker: disk, scheduler: scheduler)
        }

        @PanelActor
        func makeLock(_ store: PanelStore, _ key: DeviceKey) -> PanelLock {
            let memory = StoredLockMemory(storage == .disk ? store : .inMemory())
            let gatekeeper = Gatekeeper(
                memory: memory, key: .success(key), worker: TestLock.worker, newCost: .fixed(.cheapest),
                authority: Authority(SessionLimits(autoLock: autoLock)), at: clock.boottime)
            let audit = AuditLog(store) { [onEntry, clock, weak store] in
                onEntry((store?.lastAuditNumber ?? 0) + 1)
                return clock.moment
            }
            return PanelLock(
                gatekeeper, audit: storage == .volatile ? nil : audit, clock: clock, scheduler: scheduler)
        }
    }

    /// The device key. A change takes effect at the next start.
    var key = DeviceKey.random()
    private(set) var store: PanelStore
    private(set) var lock: PanelLock
    private let setup: Setup

    /// Writes the store; the disk can stall.
    var disk: StallingWorker { setup.disk }
    var counter: FailingCounter { setup.counter }
    /// The folder of the store; `nil` without a store on the disk.
    var folder: StoreFolder? { setup.folder }
    var gatekeeper: Gatekeeper { lock.gatekeeper }

    /// - Parameters:
    ///   - auditLimit: The greatest number of entries in the trail.
    ///   - countsOnDisk: Whether the counter of the lock's changes is a file beside the store, as the daemon's.
    ///   - onEntry: Called for each entry of the trail, at its place among the panel's other effects, with its number.
    init(
        _ scheduler: VirtualScheduler, _ storage: Storage, autoLock: Duration, auditLimit: Int = 10_000,
        countsOnDisk: Bool = false, onEntry: @escaping @PanelActor (_ number: Int64) -> Void = { _ in }
    ) throws {
        let folder = storage == .volatile ? nil : try StoreFolder()
        let counterFile = countsOnDisk ? folder.map { CounterFile(path: $0.file + ".count") } : nil
        setup = Setup(
            storage: storage, autoLock: autoLock, auditLimit: auditLimit, folder: folder, scheduler: scheduler,
            clock: TestLockClock(scheduler), onEntry: onEntry, counter: FailingCounter(counterFile))
        store = try setup.makeStore()
        lock = setup.makeLock(store, key)
    }

    /// Closes the store, calls `meanwhile` with the path of its file, and opens the store again.
    func reopen(_ meanwhile: (_ file: String) throws -> Void) throws {
        guard let file = setup.folder?.file else { return }
        lock.stop()
        try store.close()
        try meanwhile(file)
        store = try setup.makeStore()
        lock = setup.makeLock(store, key)
    }

    func stop() {
        lock.stop()
        do {
            try store.close()
            folder?.remove()
        } catch {
            Issue.record(error)
        }
    }

    func enrol(_ name: String, _ digits: String, _ role: Role = .owner) async throws {
        let entry = PINEntry()
        for digit in digits { entry.append(digit.wholeNumberValue ?? -1) }
        let pin = entry.take()
        let result = await withCheckedContinuation { continuation in
            lock.gatekeeper.add(name: name, role: role, pin: pin) { continuation.resume(returning: $0) }
        }
        _ = try result.get()
    }

    /// The trail, an entry a line: who, what, subject, outcome and detail.
    func trail() async throws -> [String] { try await numberedTrail().sorted { $0.key < $1.key }.map(\.value) }

    /// The lines of the trail by the numbers of their entries.
    func numberedTrail() async throws -> [Int64: String] {
        var answer: Result<[AuditRecord], StoreError>?
        store.readAudit(after: 0, limit: 1_000) { answer = $0 }
        await EventLoop.panel.settle()
        let records = try #require(answer).get()
        return records.reduce(into: [:]) { lines, record in
            let entry = record.entry
            lines[record.number] = [entry.who, entry.what, entry.subject, entry.outcome, entry.detail]
                .compactMap(\.self).joined(separator: " | ")
        }
    }
}

/// The lock's clocks in virtual time: UTC, and always synchronized.
@PanelActor
final class TestLockClock: LockClock {
    private let scheduler: VirtualScheduler

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    var boottime: BoottimeInstant { BoottimeInstant(nanoseconds: scheduler.now.nanoseconds) }

    var local: LocalMoment? { LocalMoment(localSeconds: moment.wall.milliseconds / 1_000, isSynchronized: true) }

    var moment: StoredMoment {
        StoredMoment(
            wall: StoredTime(
                milliseconds: 1_704_067_200_000 + boottime.nanoseconds / 1_000_000, isSynchronized: true),
            bootID: "boot", boottime: boottime.nanoseconds)
    }
}

/// A counter in memory, whose disk can fail.
final class FailingCounter: RollbackCounter {
    let name = "counter"
    private let file: CounterFile?
    private let count = Mutex(RollbackCount.missing)
    private let isFailing = Mutex(false)
    private let tries = Mutex(0)

    /// The number of attempted writes.
    var attempts: Int { tries.withLock { $0 } }

    /// - Parameter file: Takes each count, too.
    init(_ file: CounterFile? = nil) { self.file = file }

    func read() -> RollbackCount { count.withLock { $0 } }

    func write(_ value: Int64) throws(StoreError) {
        tries.withLock { $0 += 1 }
        if isFailing.withLock({ $0 }) { throw .failed(call: "pwrite", path: name, code: EIO) }
        try file?.write(value)
        count.withLock { $0 = .value(value) }
    }

    func fail(_ fails: Bool) {
        isFailing.withLock { $0 = fails }
    }
}
