import Authentication
import EventLoop
import Store

/// Writes down who did what, with what outcome: in a store on the disk, or for a script in one in memory.
///
/// Nothing waits for an entry. That entries cannot be written shows with the next one (`obstacle`).
@PanelActor
public final class AuditLog {
    private let store: PanelStore
    private let now: @PanelActor () -> StoredMoment
    private var budgets: [AttemptSource: RefusalBudget] = [:]

    /// - Parameter now: the clocks.
    public init(_ store: PanelStore, now: @escaping @PanelActor () -> StoredMoment) {
        self.store = store
        self.now = now
    }

    /// Why the last write failed, and entries wait with it; `nil` where it did not.
    public var obstacle: StoreError? { store.failure }

    /// Writes down that `who` did something to `subject`. Refusals that come too thick are counted, not written.
    ///
    /// - Parameter detail: what else there is to say; nothing secret, and nothing that tells a private state.
    public func note(
        _ deed: AuditDeed, by who: AuditActor, of subject: String? = nil, _ outcome: AuditOutcome,
        detail: String? = nil
    ) {
        let moment = now()
        var details = [detail].compactMap(\.self)
        if outcome.isRefusal {
            guard let omitted = budgets[who.source, default: RefusalBudget()].take(at: moment.boottime) else { return }
            if omitted > 0 { details.append("and \(omitted) more before it, not written down") }
        }
        store.appendAudit(
            AuditEntry(
                moment: moment, who: who.name, what: deed.rawValue, subject: subject, outcome: outcome.rawValue,
                detail: details.isEmpty ? nil : details.joined(separator: "; ")))
    }
}
