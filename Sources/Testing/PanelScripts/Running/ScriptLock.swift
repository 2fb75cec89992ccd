import Authentication
import Configuration
import EventLoop
import MonotonicTime
import Panel
import Store

/// The lock of a script's panel. It survives restarts and power cuts, as a lock with a store does.
@PanelActor
final class ScriptLock {
    private let memory = VolatileLockMemory()
    private let key = DeviceKey.random()
    private let clock: ScriptLockClock
    private let scheduler: any Scheduler
    private let rules: AuthenticationDescription
    private let audit: AuditLog
    /// One worker for all scripts, because a worker's thread never ends.
    private static let worker = Worker()

    init(
        _ panel: PanelDescription, store: PanelStore, scheduler: any Scheduler,
        now: @escaping @PanelActor () -> StoredMoment
    ) {
        rules = panel.authentication
        audit = AuditLog(store, now: now)
        self.scheduler = scheduler
        clock = ScriptLockClock(now)
    }

    /// Creates the lock as after a panel's start: locked.
    func start() -> PanelLock {
        PanelLock(gatekeeper(), audit: audit, clock: clock, scheduler: scheduler)
    }

    private func gatekeeper() -> Gatekeeper {
        Gatekeeper(
            memory: memory, key: .success(key), worker: Self.worker,
            rule: PINRule(minimum: rules.minimumDigits, refusesGuessable: false),
            newCost: .fixed(.cheapest), authority: Authority(autoLock: rules.autoLock), at: clock.boottime)
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

/// The clocks of a script's machine, for the lock. Local time is UTC.
@PanelActor
private final class ScriptLockClock: LockClock {
    private let now: @PanelActor () -> StoredMoment

    init(_ now: @escaping @PanelActor () -> StoredMoment) {
        self.now = now
    }

    var boottime: BoottimeInstant { BoottimeInstant(nanoseconds: now().boottime) }

    var local: LocalMoment? {
        let wall = now().wall
        return LocalMoment(localSeconds: wall.milliseconds / 1_000, isSynchronized: wall.isSynchronized)
    }
}
