import CSQLite

/// A connection to one database, used by one thread at a time.
///
/// It is the database's only one, in this process and in all others: with `locking_mode=EXCLUSIVE` the first reading
/// takes the lock, and the index of the write-ahead log lies in this process's memory, not in a third file.
final class Connection {
    /// What errors name.
    let path: String
    let handle: OpaquePointer

    private static let configured: Int32 = holdfast_sqlite_configure()

    /// Opens the database at `path`, which is there, or a new one in memory without a path; by the system's files, or
    /// by what SQLite knows as `vfs`.
    init(path: String?, vfs: String? = nil) throws(StoreError) {
        // Fails where somebody else in the process has used SQLite before; what it sets spares memory alone.
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
        // None of these reads the file.
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("PRAGMA mmap_size = 0")
        try execute("PRAGMA temp_store = MEMORY")
        try execute("PRAGMA cell_size_check = ON")
    }

    deinit { sqlite3_close_v2(handle) }

    /// The last call's error; of codes that have a case of their own in `StoreError`, that.
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

    /// The first column of the one row that `sql` answers with, given these parameters.
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

    /// Runs `body` in a transaction, which is durable when this returns, and undone where it throws.
    func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            try body()
            try execute("COMMIT")
        } catch {
            // Some errors (a full disk, no memory) have undone it already.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }
}
