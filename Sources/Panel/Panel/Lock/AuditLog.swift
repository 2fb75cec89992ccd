import Authentication
import EventLoop
import MonotonicTime
import Store

/// Writes the audit trail: actions, their authors and outcomes. The store is on the disk, or in memory for a script.
///
/// No caller waits for an entry to become durable; `prove` asks beforehand whether the disk takes entries.
@PanelActor
public final class AuditLog {
    private let store: PanelStore
    private let now: @PanelActor () -> StoredMoment
    /// PINs have a budget of their own, so that refused controls cannot use up the budget and hide PIN guessing.
    private struct BudgetKey: Hashable {
        var source: AttemptSource
        var isOfPINs: Bool
    }

    /// The wall clock's time in milliseconds since 1970, to be stored as the newest time; `nil` while the clock is not
    /// trusted.
    public var trustedTime: (@PanelActor () -> Int64?)?
    private var budgets: [BudgetKey: RefusalBudget] = [:]
    /// The readings that follow the trail; each lives as long as its reader holds it.
    private var followers: [Follower] = []

    private struct Follower {
        weak var reading: AuditReading?
    }

    /// - Parameter now: reads the clocks.
    public init(_ store: PanelStore, now: @escaping @PanelActor () -> StoredMoment) {
        self.store = store
        self.now = now
        store.auditWritten = { [weak self] in self?.notifyReadings() }
    }

    /// The error of the last write, while entries wait for a retry; `nil` after a successful write.
    public var obstacle: StoreError? { store.failure }

    /// Calls `completion` with `nil` once the disk has taken a write, so that it will take the coming entry as well.
    ///
    /// The error is passed if the write fails or takes longer than `PanelStore.patience`. A store without a disk
    /// completes at once.
    public func prove(_ completion: @escaping @PanelActor (StoreError?) -> Void) {
        if let time = trustedTime?() { store.setNewestTime(time) }
        store.prove(completion)
    }

    /// Records an action of `who` on `subject`. Too frequent refusals are counted instead of written.
    ///
    /// - Parameters:
    ///   - detail: further information; it must not contain secrets or reveal a private state.
    ///   - isFree: whether the action needs no rights. Such entries are counted like refusals, since a flood of them
    ///     would push all other entries out.
    public func note(
        _ deed: AuditDeed, by who: AuditActor, of subject: String? = nil, _ outcome: AuditOutcome,
        detail: String? = nil, isFree: Bool = false
    ) {
        let moment = now()
        var details = [detail].compactMap(\.self)
        if outcome.isRefusal || isFree {
            let isOfPINs = deed == .unlock
            let key = BudgetKey(source: who.source, isOfPINs: isOfPINs)
            guard let omitted = budgets[key, default: RefusalBudget()].take(at: moment.boottime) else { return }
            if omitted > 0 {
                details.append(
                    "and \(omitted) \(isOfPINs ? "PINs" : "more") before it, not written down")
            }
        }
        store.appendAudit(
            AuditEntry(
                moment: moment, who: who.name, what: deed.rawValue, subject: subject, outcome: outcome.rawValue,
                detail: details.isEmpty ? nil : details.joined(separator: "; "), isOfLock: deed.isOfLock))
    }

    // MARK: Reading

    /// Starts reading the written entries; the caller owns the reading.
    ///
    /// The reading returns durable entries only. A reader never sees an entry that a power cut can undo, and entries
    /// that the disk does not take are not held in memory for readers.
    func read(from beginning: AuditBeginning, follows: Bool) -> AuditReading {
        let reading = AuditReading(store, from: beginning, follows: follows)
        followers.removeAll { $0.reading == nil }
        if follows { followers.append(Follower(reading: reading)) }
        return reading
    }

    /// The following readings that are still alive.
    var readings: [AuditReading] { followers.compactMap(\.reading) }

    private func notifyReadings() {
        for reading in readings { reading.written() }
    }

    /// The moment `duration` ago, on both clocks.
    func moment(ago duration: Duration) -> StoredMoment {
        let now = now()
        let (milliseconds, nanoseconds) = (Int64(duration / .milliseconds(1)), duration.nanoseconds)
        return StoredMoment(
            wall: StoredTime(
                milliseconds: now.wall.milliseconds - milliseconds, isSynchronized: now.wall.isSynchronized),
            bootID: now.bootID, boottime: now.boottime - nanoseconds)
    }

    /// The moment at a wall clock time in milliseconds since 1970. Without a synchronized wall clock, the moment has no
    /// time of the boot clock.
    func moment(at milliseconds: Int64) -> StoredMoment {
        let now = now()
        let wall = StoredTime(milliseconds: milliseconds, isSynchronized: now.wall.isSynchronized)
        guard now.wall.isSynchronized else { return StoredMoment(wall: wall, bootID: "", boottime: 0) }
        let ago = Duration.milliseconds(now.wall.milliseconds - milliseconds)
        return StoredMoment(
            wall: wall, bootID: now.bootID, boottime: (.nanoseconds(now.boottime) - ago).nanoseconds)
    }
}
