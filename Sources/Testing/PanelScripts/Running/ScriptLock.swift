import Authentication
import Configuration
import EventLoop
import MonotonicTime
import Panel
import Store

/// The lock of a script's panel. It survives restarts and power cuts, as a lock with a store does.
@PanelActor
final class ScriptLock {
    private let memory: StoredLockMemory
    private let key = DeviceKey.random()
    /// The lock of the running panel.
    private(set) var running: PanelLock?
    private let clocks: ScriptClocks
    private let scheduler: any Scheduler
    private let rules: AuthenticationDescription
    private let audit: AuditLog
    /// One worker for all scripts, because a worker's thread never ends.
    private static let worker = Worker()

    init(_ panel: PanelDescription, store: PanelStore, scheduler: any Scheduler, clocks: ScriptClocks) {
        rules = panel.authentication
        memory = StoredLockMemory(store)
        audit = AuditLog(store) { clocks.now }
        self.scheduler = scheduler
        self.clocks = clocks
    }

    /// Creates the lock as after a panel's start: locked.
    func start() -> PanelLock {
        let lock = PanelLock(gatekeeper(), audit: audit, clock: clocks, scheduler: scheduler)
        running = lock
        return lock
    }

    func stop() {
        running?.stop()
    }

    private func gatekeeper() -> Gatekeeper {
        Gatekeeper(
            memory: memory, key: .success(key), worker: Self.worker,
            rule: PINRule(minimum: rules.minimumDigits, refusesGuessable: false),
            newCost: .fixed(.cheapest), authority: Authority(autoLock: rules.autoLock), at: clocks.boottime)
    }

    /// Gives people their PINs.
    ///
    /// - Throws: `ScriptError` if a person cannot have their PIN.
    func enrol(_ people: [ScriptPerson]) async throws(ScriptError) {
        let gatekeeper = gatekeeper()
        for person in people {
            do throws(EnrolmentError) {
                try await gatekeeper.add(
                    name: person.name, role: person.role, validity: person.validity, digits: person.digits)
            } catch {
                throw ScriptError("\(person.name): \(error)", at: person.place)
            }
        }
    }
}
