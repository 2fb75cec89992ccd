import CSQLite

/// A prepared statement, finalized with its last use.
///
/// `ColumnValue` types its parameters and columns. A column of another type is damage and is not converted.
final class Statement {
    private let handle: OpaquePointer
    private let connection: Connection

    init(_ sql: String, on connection: Connection) throws(StoreError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil)
        guard code == SQLITE_OK, let handle else { throw connection.error("sqlite3_prepare_v2", code) }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement with these parameters to completion, and ignores its rows.
    func run<each Value: ColumnValue>(_ values: repeat each Value) throws(StoreError) {
        try bind(repeat each values)
        while try step() {}
    }

    /// Calls `body` with each row.
    func forEachRow(_ body: (Row) throws(StoreError) -> Void) throws(StoreError) {
        while try step() { try body(Row(handle: handle, path: connection.path)) }
    }

    /// Binds the parameters, for a following `forEachRow`.
    func bind<each Value: ColumnValue>(_ values: repeat each Value) throws(StoreError) {
        sqlite3_reset(handle)
        var index: Int32 = 0
        for value in repeat each values {
            index += 1
            let code = value.bind(to: handle, at: index)
            guard code == SQLITE_OK else { throw connection.error("sqlite3_bind", code) }
        }
        // SQLite would silently use NULL for a missing parameter.
        precondition(index == sqlite3_bind_parameter_count(handle), "parameters of a statement")
    }

    private func step() throws(StoreError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.error("sqlite3_step", code)
        }
    }
}

/// One row of a statement's result. It is valid until the statement's next step.
struct Row {
    fileprivate let handle: OpaquePointer
    fileprivate let path: String

    /// The column at `index`, from 0.
    func column<Value: ColumnValue>(_ index: Int32, as type: Value.Type = Value.self) throws(StoreError) -> Value {
        if let value = Value.read(from: handle, at: index) { return value }
        let name = sqlite3_column_name(handle, index).map { String(cString: $0) } ?? String(index)
        throw .damaged(path: path, reason: "the column \(name) holds another type")
    }
}
