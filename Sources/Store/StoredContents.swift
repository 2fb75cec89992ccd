/// All that a store holds, as values.
struct StoredContents: Sendable, Hashable {
    /// By control kind.
    var outputs: [String: OutputState] = [:]
    /// By `StoredDeadline.name`.
    var deadlines: [String: StoredDeadline] = [:]
    var settings: [String: String] = [:]
}

extension StoredContents {
    /// Reads all tables.
    init(reading connection: Connection) throws(StoreError) {
        try readOutputs(connection)
        try readDeadlines(connection)
        try Statement("SELECT key, value FROM settings", on: connection).forEachRow { row throws(StoreError) in
            settings[try row.column(0)] = try row.column(1, as: String.self)
        }
    }

    private mutating func readOutputs(_ connection: Connection) throws(StoreError) {
        let select = try Statement("SELECT kind, is_on, since, is_synchronized FROM outputs", on: connection)
        try select.forEachRow { row throws(StoreError) in
            let since: Int64? = try row.column(2)
            let isSynchronized: Bool? = try row.column(3)
            outputs[try row.column(0)] = OutputState(
                isOn: try row.column(1),
                since: since.map { StoredTime(milliseconds: $0, isSynchronized: isSynchronized ?? false) })
        }
    }

    private mutating func readDeadlines(_ connection: Connection) throws(StoreError) {
        let select = try Statement(
            """
            SELECT kind, purpose, end, is_synchronized, boot_id, boottime_end, duration, remaining FROM deadlines
            """, on: connection)
        try select.forEachRow { row throws(StoreError) in
            let deadline = StoredDeadline(
                kind: try row.column(0), purpose: try row.column(1),
                end: StoredTime(milliseconds: try row.column(2), isSynchronized: try row.column(3)),
                bootID: try row.column(4), boottimeEnd: try row.column(5),
                duration: .nanoseconds(try row.column(6, as: Int64.self)),
                remaining: .nanoseconds(try row.column(7, as: Int64.self)))
            deadlines[deadline.name] = deadline
        }
    }
}
