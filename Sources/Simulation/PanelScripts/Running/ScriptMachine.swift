import Authentication
import Configuration
import EventLoop
import MonotonicTime
import Panel
import Store

/// The machine that a script's panel runs on. Its clocks, memory, people and layout survive the panel's restarts and
/// power cuts.
@PanelActor
final class ScriptMachine {
    let clocks: ScriptClocks
    let memory: PanelMemory
    /// Holds people's changes of the layout.
    let editor: LayoutEditor
    private(set) var lock: PanelLock?
    private let scheduler: any Scheduler
    private let rules: AuthenticationDescription
    private let people: StoredLockMemory
    private let key = DeviceKey.random()
    private let audit: AuditLog
    /// One worker for all scripts, because a worker's thread never ends.
    private static let worker = Worker()

    init(for panel: PanelDescription, in world: any ScriptWorld) {
        let store = PanelStore.inMemory()
        let clocks = ScriptClocks { world.elapsed }
        self.clocks = clocks
        scheduler = world.scheduler
        rules = panel.authentication
        memory = PanelMemory(store, scheduler: world.scheduler) { clocks.now }
        editor = LayoutEditor(store)
        people = StoredLockMemory(store)
        audit = AuditLog(store) { clocks.now }
    }

    func change(_ change: ScriptAction.ClockChange) {
        clocks.change(change)
        memory.clockChanged()
        lock?.clockChanged()
        clocks.changed?()
    }

    // MARK: The lock

    /// Creates the lock as after a panel's start: locked.
    func startLock() -> PanelLock {
        let lock = PanelLock(gatekeeper(), audit: audit, clock: clocks, scheduler: scheduler)
        self.lock = lock
        return lock
    }

    private func gatekeeper() -> Gatekeeper {
        Gatekeeper(
            memory: people, key: .success(key), worker: Self.worker,
            rule: PINRule(minimum: rules.minimumDigits, refusesGuessable: false),
            newCost: .fixed(.cheapest), authority: Authority(rules.sessionLimits), at: clocks.boottime)
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
