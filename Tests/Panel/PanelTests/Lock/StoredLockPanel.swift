import Authentication
import Configuration
import ControlModel
import EventLoop
import Foundation
import LocalAPI
import MonotonicTime
import Panel
import SimulatedGPIO
import Store
import Synchronization
import TestSupport
import Testing

/// A panel in virtual time with its lock in a store on the disk, which other programs reach over a socket.
@PanelActor
final class StoredLockPanel {
    static let yaml = """
        name: Test
        domain: org.example.test
        board: simulated
        authentication: {auto_lock: 60s}
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: required}
          gate: {title: Gate, toggle: {line: GPIO12}, authentication_turn_on: required}
          alarm: {title: Alarm, toggle: {line: GPIO26}, authentication_turn_off: required, privacy: state}
          evening: {title: Evening, button: {set: {lamp: true, gate: true}}}
          shut: {title: Shut, button: lock}
        buttons:
          action: {line: GPIO17, hold: door}
          exit: {line: GPIO27, hold: door, trusted: true}
          bell: {line: GPIO22, hold: org.example.fake.bell}
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}

        """

    private static let worker = Worker()
    /// Writes the store; its disk can stall.
    let disk = StallingWorker()

    /// The device key. A change takes effect at the next start.
    var key = DeviceKey.random()
    let counter = FailingCounter()
    let fake = FakeExtension(kinds: ["org.example.fake.bell"])
    let panel: TestPanel
    let service = PanelService()
    let client: VarlinkClient
    private let server: VarlinkServer
    private let folder: String
    private let auditLimit: Int
    private(set) var store: PanelStore
    private(set) var lock: PanelLock
    private(set) var engine: PanelEngine

    var file: String { folder + "/panel.sqlite" }
    /// The path of the panel's socket.
    var socket: String { folder + "/panel" }
    var gatekeeper: Gatekeeper { lock.gatekeeper }

    /// - Parameter auditLimit: the greatest number of entries in the trail.
    init(_ yaml: String = yaml, auditLimit: Int = 10_000) throws {
        self.auditLimit = auditLimit
        folder = NSTemporaryDirectory() + "holdfast-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        panel = try TestPanel(yaml)
        store = try PanelStore.open(
            path: folder + "/panel.sqlite", counter: counter, auditLimit: auditLimit, worker: disk,
            scheduler: panel.clock)
        lock = Self.makeLock(store, key: key, scheduler: panel.clock)
        engine = PanelEngine(
            panel.description, board: panel.board, scheduler: panel.clock, lock: lock, extensions: ["fake": fake])
        server = VarlinkServer(product: "Test", version: "1", interfaces: [service.panelInterface])
        client = VarlinkClient(path: folder + "/panel")
        try server.listen(path: folder + "/panel", mode: 0o600)
        try engine.start()
        service.engine = engine
    }

    private static func makeLock(_ store: PanelStore, key: DeviceKey, scheduler: VirtualScheduler) -> PanelLock {
        let clock = TestLockClock(scheduler)
        let gatekeeper = Gatekeeper(
            memory: StoredLockMemory(store), key: .success(key), worker: worker, newCost: .fixed(.cheapest),
            authority: Authority(autoLock: .seconds(60)), at: clock.boottime)
        let audit = AuditLog(store) { clock.moment }
        return PanelLock(gatekeeper, audit: audit, clock: clock, scheduler: scheduler)
    }

    /// Ends the daemon, runs `meanwhile` with the store's file, and starts the daemon again.
    func restart(_ meanwhile: (_ file: String) throws -> Void = { _ in }) async throws {
        engine.stop()
        try store.close()
        try meanwhile(file)
        store = try PanelStore.open(
            path: file, counter: counter, auditLimit: auditLimit, worker: disk, scheduler: panel.clock)
        lock = Self.makeLock(store, key: key, scheduler: panel.clock)
        engine = PanelEngine(
            panel.description, board: panel.board, scheduler: panel.clock, lock: lock, extensions: ["fake": fake])
        try engine.start()
        service.engine = engine
        await settle()
    }

    func settle() async { await panel.advance(.zero) }

    func stop() async throws {
        client.close()
        server.stop()
        engine.stop()
        gatekeeper.lockAll()
        try store.close()
        await settle()
        #expect(panel.board.heldRequests == 0)
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Types a PIN at the pad, and returns whether the panel is unlocked afterwards.
    @discardableResult
    func type(_ digits: String) async -> Bool {
        lock.enter(digits)
        await settle()
        return engine.isUnlocked
    }

    /// The description of the lock's fault.
    var lockFault: String? { engine.faults.first { $0.part == .lock }?.description }

    /// The trail, an entry a line: who, what, subject, outcome and detail.
    func trail() async throws -> [String] {
        var answer: Result<[AuditRecord], StoreError>?
        store.readAudit(after: 0, limit: 1_000) { answer = $0 }
        await settle()
        return try #require(answer).get().map(\.entry).map { entry in
            [entry.who, entry.what, entry.subject, entry.outcome, entry.detail].compactMap(\.self)
                .joined(separator: " | ")
        }
    }

    // MARK: Over the socket

    /// Calls a method, and returns the error in words for people.
    @discardableResult
    func call(_ method: String, _ parameters: some Encodable & Sendable = NoParameters()) async -> String? {
        let client = client
        let failure: String? = await withCheckedContinuation { continuation in
            client.call(method, parameters) { (result: Result<VarlinkReply<PerformedControl>, VarlinkClientError>) in
                switch result {
                case .success: continuation.resume(returning: nil)
                case .failure(.refused(let name, let parameters, _)):
                    continuation.resume(returning: parameters["reason"].map { "\($0)" } ?? name)
                // The answer does not have the parameters of a performance.
                case .failure(let error): continuation.resume(returning: "\(error)")
                }
            }
        }
        await settle()
        return failure
    }

    /// Enrols a person, as `holdfast pin add` does.
    @discardableResult
    func add(_ name: String, _ digits: String, _ role: String = "member", limits: String? = nil) async -> String? {
        await call(
            PanelInterface.AddPerson.method,
            PanelInterface.AddPerson.Parameters(
                person: ListedPerson(name: name, role: role, limits: limits), pin: digits))
    }
}

/// The lock's clocks in virtual time: UTC, and always synchronized.
@PanelActor
private final class TestLockClock: LockClock {
    private let scheduler: VirtualScheduler

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    var boottime: BoottimeInstant { BoottimeInstant(nanoseconds: scheduler.now.nanoseconds) }

    var local: LocalMoment? {
        LocalMoment(localSeconds: moment.wall.milliseconds / 1_000, isSynchronized: true)
    }

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
    private let count = Mutex(RollbackCount.missing)
    private let isFailing = Mutex(false)
    private let tries = Mutex(0)

    /// The number of attempted writes.
    var attempts: Int { tries.withLock { $0 } }

    func read() -> RollbackCount { count.withLock { $0 } }

    func write(_ value: Int64) throws(StoreError) {
        tries.withLock { $0 += 1 }
        if isFailing.withLock({ $0 }) { throw .failed(call: "pwrite", path: name, code: EIO) }
        count.withLock { $0 = .value(value) }
    }

    func fail(_ fails: Bool) {
        isFailing.withLock { $0 = fails }
    }
}
