/// From where on the audit trail is read.
public enum AuditBeginning: Sendable, Hashable {
    /// From the oldest entry that is kept.
    case oldest
    /// The last so many entries; none of fewer than one.
    case last(Int)
    /// From the first entry on that is not known to be older than the moment.
    ///
    /// An entry of the moment's boot is compared by that boot's clock, and is newer than those of all boots before. One of
    /// another boot counts by the wall clock, where that was kept right when it was written; of others it is not known. What
    /// was written after an entry that is not known to be older is not left out either.
    case since(StoredMoment)
}
