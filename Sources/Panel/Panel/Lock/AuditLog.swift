import Authentication
import EventLoop
import MonotonicTime
import Store

/// Writes down who did what, with what outcome: in a store on the disk, or for a script in one in memory.
///
/// Nothing waits for an entry; whether the disk takes entries is asked before (`prove`).
@PanelActor
public final class AuditLog {
    private let store: PanelStore
    private let now: @PanelActor () -> StoredMoment
    /// PINs have one of their own: whoever is refused a control again and again hides no guessing.
    private struct BudgetKey: Hashable {
        var source: AttemptSource
        var isOfPINs: Bool
    }

    /// The time that the wall clock shows, in milliseconds since 1970, where it is to be kept as the newest.
    public var trustedTime: (@PanelActor () -> Int64?)?
    private var budgets: [BudgetKey: RefusalBudget] = [:]
    /// Those who are told that there is more, as long as somebody has them.
    private var followers: [Follower] = []

    private struct Follower {
        weak var reading: AuditReading?
    }

    /// - Parameter now: the clocks.
    public init(_ store: PanelStore, now: @escaping @PanelActor () -> StoredMoment) {
        self.store = store
        self.now = now
        store.auditWritten = { [weak self] in self?.tellReadings() }
    }

    /// Why the last write failed, and entries wait with it; `nil` where it did not.
    public var obstacle: StoreError? { store.failure }

    /// Calls `completion` once the disk has taken a write, and so will take what is about to be written down; with the error
    /// where it fails, or takes over `PanelStore.patience`. At once where nothing is kept on a disk.
    public func prove(_ completion: @escaping @PanelActor (StoreError?) -> Void) {
        if let time = trustedTime?() { store.setNewestTime(time) }
        store.prove(completion)
    }

    /// Writes down that `who` did something to `subject`. Refusals that come too thick are counted, not written.
    ///
    /// - Parameters:
    ///   - detail: what else there is to say; nothing secret, and nothing that tells a private state.
    ///   - isFree: whether anybody could do it: it is counted like a refusal then, or would push all others out.
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

    /// A reading of what has been written, for whoever keeps it.
    ///
    /// It follows what is durable, not what is appended: a reader has seen nothing that a power cut takes back, and what the
    /// disk does not take is not held in memory for them either.
    func read(from beginning: AuditBeginning, follows: Bool) -> AuditReading {
        let reading = AuditReading(store, from: beginning, follows: follows)
        followers.removeAll { $0.reading == nil }
        if follows { followers.append(Follower(reading: reading)) }
        return reading
    }

    /// Those who follow.
    var readings: [AuditReading] { followers.compactMap(\.reading) }

    private func tellReadings() {
        for reading in readings { reading.written() }
    }

    /// The moment so long ago, by both clocks.
    func moment(ago duration: Duration) -> StoredMoment {
        let now = now()
        let (milliseconds, nanoseconds) = (Int64(duration / .milliseconds(1)), duration.nanoseconds)
        return StoredMoment(
            wall: StoredTime(
                milliseconds: now.wall.milliseconds - milliseconds, isSynchronized: now.wall.isSynchronized),
            bootID: now.bootID, boottime: now.boottime - nanoseconds)
    }

    /// The moment at a time of the wall clock, in milliseconds since 1970. Where nothing keeps that clock right, it says
    /// nothing of the boot's.
    func moment(at milliseconds: Int64) -> StoredMoment {
        let now = now()
        let wall = StoredTime(milliseconds: milliseconds, isSynchronized: now.wall.isSynchronized)
        guard now.wall.isSynchronized else { return StoredMoment(wall: wall, bootID: "", boottime: 0) }
        let ago = Duration.milliseconds(now.wall.milliseconds - milliseconds)
        return StoredMoment(
            wall: wall, bootID: now.bootID, boottime: (.nanoseconds(now.boottime) - ago).nanoseconds)
    }
}
