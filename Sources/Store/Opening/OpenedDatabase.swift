import CSQLite
import LibSQLite

/// A database that has been checked, brought to the present version, and read.
struct OpenedDatabase {
    /// How a database is opened; tests open with other steps, and with a smaller log.
    struct Options: Sendable {
        var migrations = Migration.all
        /// The log is written back into the database when it holds this many pages: 1 MiB, some 250 writes.
        var logPages: Int32 = 256
    }

    let connection: Connection
    let contents: StoredContents
    let notices: [StoreNotice]

    /// Opens the store at `path`: a damaged one is kept aside, and a new one begun.
    static func open(path: String, options: Options = Options()) throws(StoreError) -> OpenedDatabase {
        let file = try StoreFile(path: path)
        do throws(StoreError) {
            return try open(file, options: options, notices: [])
        } catch .damaged(_, let reason) {
            // Its connection is closed: renaming takes no lock with it.
            let notice = StoreNotice.keptAside(path: file.path, kept: try file.keepAside(), reason: reason)
            return try open(file, options: options, notices: [notice])
        }
    }

    private static func open(
        _ file: StoreFile, options: Options, notices: [StoreNotice]
    ) throws(StoreError) -> OpenedDatabase {
        try file.prepare()
        let connection = try Connection(path: file.path)
        // A file that is refused, or kept aside, stays with its log as it is. One that has none gets an empty one by
        // being read, which closing removes.
        try connection.setKeepsLog(file.hasLog)
        let version = try connection.version(knowing: options.migrations)
        try reading { () throws(StoreError) in
            try connection.checkIntegrity()
            try connection.checkSchema(version: version, of: options.migrations)
        }
        try connection.makeDurable(logPages: options.logPages)
        try connection.migrate(from: version, by: options.migrations)
        let contents = try reading { () throws(StoreError) in try StoredContents(reading: connection) }
        try connection.setKeepsLog(false)
        // All has been read; a write needs a page or two.
        sqlite3_db_release_memory(connection.handle)
        return OpenedDatabase(connection: connection, contents: contents, notices: notices)
    }

    /// Reads with SQL that is known to be right: what SQLite finds wrong with it is the file's fault.
    private static func reading<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch .database(_, let path, SQLITE_ERROR, let message) {
            throw .damaged(path: path, reason: message)
        }
    }

    /// Opens a database in memory.
    static func inMemory() throws(StoreError) -> OpenedDatabase {
        let connection = try Connection(path: nil)
        try connection.migrate(from: 0, by: Migration.all)
        return OpenedDatabase(connection: connection, contents: StoredContents(), notices: [])
    }
}

extension Connection {
    /// Walks all pages; other than `integrity_check` it does not compare indices with tables, of which there are none.
    fileprivate func checkIntegrity() throws(StoreError) {
        // The file itself can be written, which was looked at before: a header of other versions makes SQLite only
        // read.
        if sqlite3_db_readonly(handle, "main") != 0 {
            throw .damaged(path: path, reason: "its header is of another version of SQLite")
        }
        try execute("PRAGMA cache_size = 8")
        let finding: String = try value("PRAGMA quick_check(1)")
        sqlite3_db_release_memory(handle)
        guard finding != "ok" else { return }
        // In front of it stands a line that names the database, which is always the one.
        let lines = finding.split(separator: "\n").filter { !$0.hasPrefix("***") }
        throw .damaged(path: path, reason: lines.joined(separator: "; "))
    }

    /// Whether closing leaves the log as it is.
    fileprivate func setKeepsLog(_ keepsLog: Bool) throws(StoreError) {
        let code = holdfast_sqlite_keep_log_at_close(handle, keepsLog)
        guard code == SQLITE_OK else { throw error("sqlite3_db_config", code) }
    }

    /// What makes a transaction durable with its end: the log is synced with each.
    fileprivate func makeDurable(logPages: Int32) throws(StoreError) {
        let mode: String = try value("PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw .damaged(path: path, reason: "its journal mode stays \(mode)") }
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA secure_delete = ON")
        try execute("PRAGMA journal_size_limit = \(Int64(logPages) * 4096)")
        sqlite3_wal_autocheckpoint(handle, logPages)
    }

    /// Whether the file still lies where it was opened.
    func checkPlace() throws(StoreError) {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        // A database in memory does not know the question.
        if code == SQLITE_OK && hasMoved != 0 { throw .moved(path: path) }
    }
}
