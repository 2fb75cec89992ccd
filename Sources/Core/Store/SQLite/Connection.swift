import CSQLite

/// A connection to one database, used by one thread at a time.
///
/// No other connection to the database exists, in this process or any other. With `locking_mode=EXCLUSIVE`, the first
/// read takes the lock, and the index of the write-ahead log is in this process's memory instead of a third file.
final class Connection {
    /// The path in errors.
    let path: String
    let handle: OpaquePointer

    private static let configured: Int32 = holdfast_sqlite_configure()

    /// Opens the existing database at `path`; without a path, creates a database in memory. Files are accessed through
    /// the SQLite VFS named `vfs`, or the default VFS.
    init(path: String?, vfs: String? = nil) throws(StoreError) {
        // Configuring fails if the process has used SQLite before. Only a saving of memory is lost then.
        _ = Self.configured
        self.path = path ?? ":memory:"
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(
            self.path, &handle,
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | (path == nil ? SQLITE_OPEN_MEMORY : 0),
            vfs)
        guard let handle else {
            throw .database(call: "sqlite3_open_v2", path: self.path, code: code, message: Self.message(code))
        }
        self.handle = handle
        guard code == SQLITE_OK else { throw error("sqlite3_open_v2", code) }
        sqlite3_extended_result_codes(handle, 1)
        let hardened = holdfast_sqlite_harden(handle)
        guard hardened == SQLITE_OK else { throw error("sqlite3_db_config", hardened) }
        // None of these pragmas reads the file.
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("PRAGMA mmap_size = 0")
        try execute("PRAGMA temp_store = MEMORY")
        try execute("PRAGMA cell_size_check = ON")
    }

    deinit { sqlite3_close_v2(handle) }

    /// The last call's error; codes with a matching case in `StoreError` map to that case.
    func error(_ call: String, _ code: Int32) -> StoreError {
        switch code & 0xff {
        case SQLITE_BUSY: .locked(path: path)
        case SQLITE_READONLY: .readOnly(path: path)
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(path: path, reason: Self.message(code))
        case _ where code == SQLITE_CANTOPEN | 6 << 8: .symbolicLink(path: path)
        default: .database(call: call, path: path, code: code, message: String(cString: sqlite3_errmsg(handle)))
        }
    }

    private static func message(_ code: Int32) -> String {
        sqlite3_errstr(code).map { String(cString: $0) } ?? String(code)
    }

    /// Runs one statement.
    func execute(_ sql: String) throws(StoreError) {
        try Statement(sql, on: self).run()
    }

    /// The first column of the single row that `sql` returns with these parameters.
    func value<Value: ColumnValue, each Parameter: ColumnValue>(
        _ sql: String, _ parameters: repeat each Parameter, as type: Value.Type = Value.self
    ) throws(StoreError) -> Value {
        let values = try rows(sql, repeat each parameters) { row throws(StoreError) in try row.column(0) as Value }
        guard let value = values.last else { throw .damaged(path: path, reason: "no answer to \(sql)") }
        return value
    }

    /// The values that `body` returns for the rows that `sql` returns with these parameters.
    func rows<Value, each Parameter: ColumnValue>(
        _ sql: String, _ parameters: repeat each Parameter, body: (Row) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var values: [Value] = []
        let statement = try Statement(sql, on: self)
        try statement.bind(repeat each parameters)
        try statement.forEachRow { row throws(StoreError) in values.append(try body(row)) }
        return values
    }

    /// Adds the key and the value of each row that `sql` returns to `values`. Two rows whose keys are canonically
    /// equivalent are one key in Swift, and no store writes a second row. If one of the two rows were deleted, the other
    /// would bring the deleted person back.
    func read<Value>(
        _ sql: String, into values: inout [String: Value],
        _ body: (Row) throws(StoreError) -> (key: String, value: Value)
    ) throws(StoreError) {
        try Statement(sql, on: self).forEachRow { row throws(StoreError) in
            let (key, value) = try body(row)
            guard values.updateValue(value, forKey: key) == nil else {
                throw .damaged(path: path, reason: "two of its rows have the same key")
            }
        }
    }

    /// Runs `body` in a transaction. The transaction is durable on return, and is rolled back if `body` throws.
    func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            try body()
            try execute("COMMIT")
        } catch {
            // Some errors (a full disk, no memory) have already rolled the transaction back.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    // MARK: Opening

    /// Checks all pages, and compares the only index, on people's names, with its table. `quick_check` would skip the
    /// index.
    func checkIntegrity() throws(StoreError) {
        // The file itself is writable, as `StoreFile` has checked. SQLite opens a database read-only if its header has
        // an unknown version.
        if sqlite3_db_readonly(handle, "main") != 0 {
            throw .damaged(path: path, reason: "its header is of another version of SQLite")
        }
        try execute("PRAGMA cache_size = 8")
        let finding: String = try value("PRAGMA integrity_check(1)")
        sqlite3_db_release_memory(handle)
        guard finding != "ok" else { return }
        // The finding begins with a line that names the database, which is always `main`.
        let lines = finding.split(separator: "\n").filter { !$0.hasPrefix("***") }
        throw .damaged(path: path, reason: lines.joined(separator: "; "))
    }

    /// Sets whether closing leaves the log in place.
    func setKeepsLog(_ keepsLog: Bool) throws(StoreError) {
        let code = holdfast_sqlite_keep_log_at_close(handle, keepsLog)
        guard code == SQLITE_OK else { throw error("sqlite3_db_config", code) }
    }

    /// Makes each transaction durable on commit: SQLite syncs the log with each commit.
    func makeDurable(logPages: Int32) throws(StoreError) {
        let mode: String = try value("PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw .damaged(path: path, reason: "its journal mode stays \(mode)") }
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA secure_delete = ON")
        try execute("PRAGMA journal_size_limit = \(Int64(logPages) * 4096)")
        sqlite3_wal_autocheckpoint(handle, logPages)
    }

    /// Copies the log into the database file, as SQLite does from time to time. A failure, such as that of a full disk, is no
    /// error: all data is in the log, and a later copy takes it.
    func copyLog() {
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Throws `.moved` where the file is no longer at the path at which it was opened.
    func checkPlace() throws(StoreError) {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        // A database in memory does not support this file control.
        if code == SQLITE_OK && hasMoved != 0 { throw .moved(path: path) }
    }
}
