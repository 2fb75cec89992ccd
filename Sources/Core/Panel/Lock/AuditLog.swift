import Authentication
import EventLoop
import MonotonicTime
import Store

/// Writes the audit trail: actions, their authors and outcomes. The store is on the disk, or in memory for a script.
///
/// A guarded performance and a guarded change of the layout wait for an entry to become durable: `ask` writes who asked for
/// what. So no full or broken disk leaves one of them without an entry.
///
/// ```
///   ask ── "asked" is durable ── the panel performs ── note ── "done" or "failed" replaces "asked"
///                                      power cut ─ "asked" stays
/// ```
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
    /// The numbers of the entries "asked" whose outcome is not durable yet.
    private var awaited: Set<Int64> = []
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

    /// Records that `who` asks the panel for an action on `subject`, and calls `completion` once that is durable.
    ///
    /// The error is passed if the write fails or takes longer than `PanelStore.patience`. A store without a disk
    /// completes at once.
    ///
    /// - Parameter completion: receives the entry's number, for `note` or `leave`.
    func ask(
        _ action: AuditAction = .perform, by who: AuditActor, of subject: String,
        completion: @escaping @PanelActor (Result<Int64, StoreError>) -> Void
    ) {
        if let time = trustedTime?() { store.setNewestTime(time) }
        let number = store.lastAuditNumber + 1
        awaited.insert(number)
        store.appendAudit(
            AuditEntry(
                moment: now(), who: who.name, what: action.rawValue, subject: subject,
                outcome: AuditOutcome.asked.rawValue)
        ) { [self] error in
            // The request is refused. A later write may still add its entry, which then stays.
            if error != nil { awaited.remove(number) }
            completion(error.map { .failure($0) } ?? .success(number))
        }
    }

    /// Lets entries of `ask` stand, since no outcome follows.
    func leave(_ asked: [Int64]) { awaited.subtract(asked) }

    /// Records an action of `who` on `subject`. Too frequent refusals are counted instead of written.
    ///
    /// - Parameters:
    ///   - detail: further information; it must not contain secrets or reveal a private state.
    ///   - isFree: whether the action needs no rights. Such entries are counted like refusals, since a flood of them
    ///     would push all other entries out.
    ///   - asked: the entries of `ask` that this entry replaces. It adds no entry then, and needs no budget.
    public func note(
        _ action: AuditAction, by who: AuditActor, of subject: String? = nil, _ outcome: AuditOutcome,
        detail: String? = nil, isFree: Bool = false, replacing asked: [Int64] = []
    ) {
        let moment = now()
        var details = [detail].compactMap(\.self)
        if outcome.isRefusal || isFree {
            let isOfPINs = action == .unlock
            let key = BudgetKey(source: who.source, isOfPINs: isOfPINs)
            let omitted = budgets[key, default: RefusalBudget()].take(at: moment.boottime)
            if omitted == nil, asked.isEmpty { return }
            if let omitted, omitted > 0 {
                details.append(
                    "and \(omitted) \(isOfPINs ? "PINs" : "more") before it, not written down")
            }
        }
        store.appendAudit(
            AuditEntry(
                moment: moment, who: who.name, what: action.rawValue, subject: subject, outcome: outcome.rawValue,
                detail: details.isEmpty ? nil : details.joined(separator: "; "), isOfLock: action.isOfLock),
            replacing: asked
        ) { [weak self] _ in
            self?.awaited.subtract(asked)
        }
        for reading in asked.isEmpty ? [] : readings { reading.replaced(asked) }
    }

    // MARK: Reading

    /// Starts reading the written entries; the caller owns the reading.
    ///
    /// The reading returns durable entries only. A reader never sees an entry that a power cut can undo, and entries
    /// that the disk does not take are not held in memory for readers.
    func read(from beginning: AuditBeginning, follows: Bool) -> AuditReading {
        let reading = AuditReading(store, from: beginning, follows: follows) { [weak self] number in
            self?.awaited.contains(number) ?? false
        }
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
