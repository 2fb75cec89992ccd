/// The maximum number of entries in the audit trail.
///
/// Entries about the lock and people have a separate bound, so no number of actions by controls can push them out.
struct AuditBounds: Sendable {
    /// The maximum number of entries about controls and the layout; at least 1.
    let controls: Int

    /// The maximum number of entries about the lock and people.
    var lock: Int { max(controls / 2, 1) }

    /// The number of entries out of `limit` that one actor keeps when the trail is full.
    static func share(of limit: Int) -> Int64 { Int64(max(limit / 4, 1)) }
}

/// An entry to be written, and the entries that it replaces.
struct AuditAddition: Sendable {
    let record: AuditRecord
    /// The numbers of earlier entries.
    var replaced: [Int64] = []
}

/// The table of the audit trail. Its entries are not held in memory.
struct AuditTable {
    let connection: Connection

    /// The number of the last entry; 0 where there is none.
    func lastNumber() throws(StoreError) -> Int64 {
        try connection.foundSerial("SELECT coalesce(max(number), 0) FROM audit")
    }

    /// Appends entries, then deletes the entries beyond the bounds. The caller has begun a transaction.
    ///
    /// - Returns: the number of deleted entries, without replaced ones.
    func append(_ additions: [AuditAddition], bounds: AuditBounds) throws(StoreError) -> Int64 {
        guard !additions.isEmpty else { return 0 }
        let insert = try Statement("INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", on: connection)
        var last = try lastNumber()
        for addition in additions {
            let record = addition.record
            let (entry, moment) = (record.entry, record.entry.moment)
            // No entry can be missing before the very first one.
            try insert.run(
                record.number, moment.wall.milliseconds, moment.wall.isSynchronized, moment.bootID, moment.boottime,
                entry.who, entry.what, entry.subject, entry.outcome, entry.detail, entry.isOfLock,
                max(record.number - 1 - last, 0))
            last = record.number
            // A replaced entry may be in the same transaction, which keeps the order of calls.
            for replaced in addition.replaced {
                try Statement("DELETE FROM audit WHERE number = ?", on: connection).run(replaced)
            }
        }
        var deleted: Int64 = 0
        for isOfLock in Set(additions.map(\.record.entry.isOfLock)) {
            deleted += try trim(isOfLock: isOfLock, bounds: bounds)
        }
        return deleted
    }

    /// Deletes the oldest entries beyond the bound.
    ///
    /// The actor with the most entries loses entries first, as long as that actor has more than one share.
    private func trim(isOfLock: Bool, bounds: AuditBounds) throws(StoreError) -> Int64 {
        let limit = isOfLock ? bounds.lock : bounds.controls
        var excess =
            try connection.value("SELECT count(*) FROM audit WHERE is_of_lock = ?", isOfLock) as Int64 - Int64(limit)
        guard excess > 0 else { return 0 }
        // An actor is identified by the number of the newest entry, which stays. A damaged name that is not text must
        // not stop the trail.
        var actors = try connection.rows(
            "SELECT max(number), count(*) FROM audit WHERE is_of_lock = ? GROUP BY who", isOfLock
        ) { row throws(StoreError) -> (newest: Int64, count: Int64) in (try row.column(0), try row.column(1)) }
        var deleted: Int64 = 0
        while excess > 0, let most = actors.indices.max(by: { actors[$0].count < actors[$1].count }) {
            let surplus = actors[most].count - AuditBounds.share(of: limit)
            guard surplus > 0 else { break }
            // Delete down to the next actor's count in one step; one entry at a time, the two actors would alternate.
            let next = actors.indices.lazy.filter { $0 != most }.map { actors[$0].count }.max() ?? 0
            let going = min(excess, surplus, max(actors[most].count - next, 1))
            try Statement(
                """
                DELETE FROM audit WHERE number IN (
                    SELECT number FROM audit
                    WHERE is_of_lock = ? AND who = (SELECT who FROM audit WHERE number = ?) ORDER BY number LIMIT ?)
                """, on: connection
            ).run(isOfLock, actors[most].newest, going)
            actors[most].count -= going
            excess -= going
            deleted += going
        }
        guard excess > 0 else { return deleted }
        try Statement(
            """
            DELETE FROM audit WHERE number IN (SELECT number FROM audit WHERE is_of_lock = ? ORDER BY number LIMIT ?)
            """, on: connection
        ).run(isOfLock, excess)
        return deleted + excess
    }

    /// The number of the entry after which to read; 0 where there is none.
    func number(before beginning: AuditBeginning) throws(StoreError) -> Int64 {
        switch beginning {
        case .oldest: return 0
        case .last(let count):
            return try connection.value(
                "SELECT coalesce((SELECT number FROM audit ORDER BY number DESC LIMIT 1 OFFSET ?), 0)",
                Int64(max(count, 0)))
        case .since(let moment):
            let isOfBoot = !moment.bootID.isEmpty
            return try connection.value(
                """
                SELECT coalesce(max(number), 0) FROM audit WHERE CASE
                    WHEN ?1 AND boot_id = ?2 THEN boottime < ?3
                    ELSE (?1 AND ?3 >= 0) OR (is_synchronized AND wall < ?4)
                END
                """, isOfBoot, moment.bootID, moment.boottime, moment.wall.milliseconds)
        }
    }

    /// At most `limit` entries after `number`, in ascending order.
    func records(after number: Int64, limit: Int) throws(StoreError) -> [AuditRecord] {
        try connection.rows(
            """
            SELECT number, wall, is_synchronized, boot_id, boottime, who, what, subject, outcome, detail, is_of_lock,
                unwritten FROM audit WHERE number > ? ORDER BY number LIMIT ?
            """, number, Int64(max(limit, 0))
        ) { row throws(StoreError) in
            let moment = StoredMoment(
                wall: StoredTime(milliseconds: try row.column(1), isSynchronized: try row.column(2)),
                bootID: try row.column(3), boottime: try row.column(4))
            let entry = AuditEntry(
                moment: moment, who: try row.column(5), what: try row.column(6), subject: try row.column(7),
                outcome: try row.column(8), detail: try row.column(9), isOfLock: try row.column(10))
            return AuditRecord(number: try row.column(0), unwritten: try row.column(11), entry: entry)
        }
    }
}

/// The position at which reading of the audit trail begins.
public enum AuditBeginning: Sendable, Hashable {
    /// The oldest stored entry.
    case oldest
    /// The last N entries; no entries where N is below 1.
    case last(Int)
    /// The first entry that is not known to be older than the moment. All later entries follow, whatever their times.
    ///
    /// An entry of the moment's boot is compared on `CLOCK_BOOTTIME`; it is newer than the entries of all earlier
    /// boots. An entry of another boot is compared on the wall clock, if that clock was synchronized at the time of
    /// writing. The age of other entries is unknown.
    case since(StoredMoment)
}
