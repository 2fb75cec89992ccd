import CSQLite

/// A Swift type that a column of a strict table can hold.
protocol ColumnValue {
    /// Binds the value to the parameter at `index`, from 1; returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32

    /// Reads the column at `index`, from 0; `nil` where the column holds another type.
    static func read(from statement: OpaquePointer, at index: Int32) -> Self?
}

extension Int64: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }

    static func read(from statement: OpaquePointer, at index: Int32) -> Int64? {
        guard sqlite3_column_type(statement, index) == SQLITE_INTEGER else { return nil }
        return sqlite3_column_int64(statement, index)
    }
}

extension Bool: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        (self ? 1 : 0 as Int64).bind(to: statement, at: index)
    }

    static func read(from statement: OpaquePointer, at index: Int32) -> Bool? {
        switch Int64.read(from: statement, at: index) {
        case 0: false
        case 1: true
        default: nil
        }
    }
}

extension String: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var copy = self
        return copy.withUTF8 { bytes in
            // A NULL pointer would bind NULL, and an empty text may have one.
            guard let start = bytes.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, nil) }
            return holdfast_sqlite_bind_text(statement, index, start, bytes.count)
        }
    }

    /// Reads by length, since a text may hold NUL, and validates, since damage may have made invalid UTF-8.
    static func read(from statement: OpaquePointer, at index: Int32) -> String? {
        guard sqlite3_column_type(statement, index) == SQLITE_TEXT else { return nil }
        guard let text = sqlite3_column_text(statement, index) else { return nil }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, index)))
        return String(validating: bytes, as: UTF8.self)
    }
}

extension [UInt8]: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBufferPointer { bytes in
            // A NULL pointer would bind NULL, and an empty array may have one.
            guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return holdfast_sqlite_bind_blob(statement, index, start, bytes.count)
        }
    }

    static func read(from statement: OpaquePointer, at index: Int32) -> [UInt8]? {
        guard sqlite3_column_type(statement, index) == SQLITE_BLOB else { return nil }
        // An empty blob has no address.
        guard let bytes = sqlite3_column_blob(statement, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, index))))
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
    }

    static func read(from statement: OpaquePointer, at index: Int32) -> Wrapped?? {
        if sqlite3_column_type(statement, index) == SQLITE_NULL { return .some(nil) }
        guard let value = Wrapped.read(from: statement, at: index) else { return nil }
        return .some(value)
    }
}
