import CSQLite
import EventLoop
import Store

/// The files of a store with rows in each of its tables.
@PanelActor
struct StoreTemplate {
    let database: [UInt8]
    let counter: [UInt8]
    /// A log with all of the database's contents.
    let log: [UInt8]
    /// The database with tables that accept values of any type.
    let lenientDatabase: [UInt8]
    /// The text of `sqlite_schema` for each table in `database`.
    let tables: [String: String]

    private static var kept: StoreTemplate?

    /// Makes the template on the first call.
    static func made() throws -> StoreTemplate {
        if let kept { return kept }
        let template = try StoreTemplate()
        kept = template
        return template
    }

    private init() throws {
        let folder = try FuzzFolder()
        let path = "\(folder.path)/\(StoreTarget.name)"
        let store = try PanelStore.open(path: path)
        try Self.fill(store)
        try store.flush()
        log = folder.read(StoreTarget.name + "-wal") ?? []
        try store.close()
        database = folder.read(StoreTarget.name) ?? []
        counter = folder.read(StoreTarget.name + ".count") ?? []
        let connection = try RawConnection(path: path)
        var tables: [String: String] = [:]
        for row in try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table'") {
            tables[row[0]] = row[1]
        }
        self.tables = tables
        try connection.execute("PRAGMA writable_schema = ON")
        try connection.execute(
            """
            UPDATE sqlite_schema
            SET sql = replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')') WHERE type = 'table'
            """)
        connection.close()
        lenientDatabase = folder.read(StoreTarget.name) ?? []
        try require(!log.isEmpty && !lenientDatabase.isEmpty && tables.count == 9, "no store could be made")
    }

    private static func fill(_ store: PanelStore) throws(StoreError) {
        let now = StoredMoment(
            wall: StoredTime(milliseconds: 1_704_067_200_000, isSynchronized: true), bootID: "boot", boottime: 7)
        store.setOutput(OutputState(isOn: true, since: now.wall), of: "org.example.hallway.flashlight")
        store.setOutput(OutputState(isOn: false), of: "org.example.hallway.fan")
        store.setDeadline(
            StoredDeadline(
                kind: "org.example.hallway.focus", purpose: "timer", duration: .seconds(1_500), remaining: .seconds(70),
                at: now))
        store.setSetting(
            #"{"file":[{"kind":"org.example.hallway.flashlight"}],"now":[{"kind":"org.example.hallway.door"}]}"#,
            for: "layout:lock_screen")
        store.setSetting(#"["org.example.focus.timer@buttons.timer.hold"]"#, for: "tokens")
        let tag = (0..<32).map { UInt8($0) }
        try store.setPerson(StoredPerson(id: 1, role: "owner", mac: tag), of: "alice")
        try store.setPerson(
            StoredPerson(id: 2, ordinal: 1, role: "guest", mac: tag.reversed(), limits: "days=mon,tue uses=3"),
            of: "Zoë")
        try store.setLockout(StoredLockout(row: 3, used: 3, isWaiting: true), of: "pad")
        try store.setSecret(Array(tag.prefix(16)), for: "salt")
        try store.setSecret([1, 0, 0, 0, 0, 32, 0, 0], for: "cost")
        for number in 0..<3 {
            store.appendAudit(
                AuditEntry(
                    moment: now, who: "pad", what: "unlock", subject: number == 1 ? "alice" : nil, outcome: "refused"))
        }
    }
}
