/// The table of the audit trail; its entries are not held in memory.
extension Connection {
    /// The number of the last entry; 0 where there is none.
    func lastAuditNumber() throws(StoreError) -> Int64 {
        try foundSerial("SELECT coalesce(max(number), 0) FROM audit")
    }

    /// Appends entries, and deletes the oldest beyond `limit`; within a transaction.
    func appendAudit(_ records: [AuditRecord], limit: Int) throws(StoreError) {
        guard let last = records.last else { return }
        let insert = try Statement("INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", on: self)
        for record in records {
            let (entry, moment) = (record.entry, record.entry.moment)
            try insert.run(
                record.number, moment.wall.milliseconds, moment.wall.isSynchronized, moment.bootID, moment.boottime,
                entry.who, entry.what, entry.subject, entry.outcome, entry.detail)
        }
        // The first pages of the table, not all of it: its key is the row's number.
        try Statement("DELETE FROM audit WHERE number <= ?", on: self).run(last.number - Int64(limit))
    }

    /// The number of the entry after which to read; 0 where there is none.
    func auditNumber(before beginning: AuditBeginning) throws(StoreError) -> Int64 {
        switch beginning {
        case .oldest: return 0
        case .last(let count):
            return try value(
                "SELECT coalesce((SELECT number FROM audit ORDER BY number DESC LIMIT 1 OFFSET ?), 0)",
                Int64(max(count, 0)))
        case .since(let moment):
            let isOfBoot = !moment.bootID.isEmpty
            return try value(
                """
                SELECT coalesce(max(number), 0) FROM audit WHERE CASE
                    WHEN ?1 AND boot_id = ?2 THEN boottime < ?3
                    ELSE (?1 AND ?3 >= 0) OR (is_synchronized AND wall < ?4)
                END
                """, isOfBoot, moment.bootID, moment.boottime, moment.wall.milliseconds)
        }
    }

    /// At most `limit` entries after `number`, in their order.
    func audit(after number: Int64, limit: Int) throws(StoreError) -> [AuditRecord] {
        var records: [AuditRecord] = []
        let select = try Statement(
            """
            SELECT number, wall, is_synchronized, boot_id, boottime, who, what, subject, outcome, detail FROM audit
            WHERE number > ? ORDER BY number LIMIT ?
            """, on: self)
        try select.bind(number, Int64(max(limit, 0)))
        try select.forEachRow { row throws(StoreError) in
            let moment = StoredMoment(
                wall: StoredTime(milliseconds: try row.column(1), isSynchronized: try row.column(2)),
                bootID: try row.column(3), boottime: try row.column(4))
            let entry = AuditEntry(
                moment: moment, who: try row.column(5), what: try row.column(6), subject: try row.column(7),
                outcome: try row.column(8), detail: try row.column(9))
            records.append(AuditRecord(number: try row.column(0), entry: entry))
        }
        return records
    }
}
