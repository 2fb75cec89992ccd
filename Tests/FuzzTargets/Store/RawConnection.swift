import CSQLite

/// A plain connection to a database, which checks only the form of the file.
final class RawConnection {
    private var handle: OpaquePointer?

    init(path: String) throws(FuzzFinding) {
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
        try require(code == SQLITE_OK, "sqlite3_open_v2: \(code)")
    }

    deinit { close() }

    func close() {
        sqlite3_close_v2(handle)
        handle = nil
    }

    func execute(_ sql: String) throws(FuzzFinding) {
        try require(run(sql), "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }

    /// The rows of a statement's result, as texts.
    func rows(_ sql: String) throws(FuzzFinding) -> [[String]] {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        try require(code == SQLITE_OK, "\(sql): \(code)")
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                })
        }
        return rows
    }

    /// Runs a statement with these parameters; returns whether SQLite accepted it.
    @discardableResult
    func run(_ sql: String, _ values: RawValue...) -> Bool { run(sql, values) }

    /// Runs a statement with these parameters; returns whether SQLite accepted it.
    @discardableResult
    func run(_ sql: String, _ values: [RawValue]) -> Bool {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return false }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW { code = sqlite3_step(statement) }
        return code == SQLITE_DONE
    }
}

/// A value that SQLite can store in a column without a type. Texts need not be UTF-8.
enum RawValue {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])

    /// The binding is valid for the statement's run.
    fileprivate func bind(to statement: OpaquePointer?, at index: Int32) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(let bytes):
            _ = bytes.withUnsafeBytes { buffer in
                sqlite3_bind_text(
                    statement, index, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count),
                    transient)
            }
        case .blob(let bytes):
            _ = bytes.withUnsafeBytes { buffer in
                sqlite3_bind_blob(statement, index, buffer.baseAddress, Int32(buffer.count), transient)
            }
        }
    }
}
