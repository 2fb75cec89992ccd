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
        var value: Value?
        let statement = try Statement(sql, on: self)
        try statement.bind(repeat each parameters)
        try statement.forEachRow { row throws(StoreError) in value = .some(try row.column(0) as Value) }
        guard let value else { throw .damaged(path: path, reason: "no answer to \(sql)") }
        return value
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
}
