/// Changes rows of a database as no store would.
///
/// ```
///   edit:   action table row (column value | value…)
///   value:  0 null · 1 integer · 2 a number at a limit · 3 real · 4 text · 5 blob · 6 long text · 7 other spelling
/// ```
enum RowEdits {
    /// The tables with their columns.
    private static let tables: [(name: String, columns: [String])] = [
        ("outputs", ["kind", "is_on", "since", "is_synchronized"]),
        (
            "deadlines",
            [
                "kind", "purpose", "end", "is_synchronized", "boot_id", "boottime_end", "duration", "remaining",
            ]
        ),
        ("settings", ["key", "value"]),
        ("lock", ["id", "generation", "is_rolled_back", "reason"]),
        ("people", ["id", "ordinal", "name", "role", "mac", "limits"]),
        ("lockouts", ["source", "row", "used", "is_waiting"]),
        ("secrets", ["key", "value"]),
        (
            "audit",
            [
                "number", "wall", "is_synchronized", "boot_id", "boottime", "who", "what", "subject", "outcome",
                "detail",
            ]
        ),
    ]
    private static let limits: [Int64] = [
        0, 1, 2, -1, .max, .min, 1 << 62, (1 << 62) + 1, (1 << 62) - 1, 1_000_000, 1_000_001, 1 << 31, 1 << 32,
    ]
    private static let edits = 16

    /// - Parameter schema: The final text of `sqlite_schema` for the tables, which accept any value until then.
    static func apply(_ input: inout FuzzInput, to path: String, restoring schema: [String: String]) throws {
        let connection = try RawConnection(path: path)
        defer { connection.close() }
        try connection.execute("PRAGMA ignore_check_constraints = ON")
        for _ in 0..<edits where !input.isEmpty { edit(&input, connection) }
        try connection.execute("PRAGMA writable_schema = ON")
        for (name, sql) in schema {
            let isDone = connection.run(
                "UPDATE sqlite_schema SET sql = ? WHERE name = ?", .text(Array(sql.utf8)), .text(Array(name.utf8)))
            try require(isDone, "the table \(name) cannot be made strict")
        }
    }

    /// An edit that SQLite refuses, such as a duplicate key, is skipped.
    private static func edit(_ input: inout FuzzInput, _ connection: RawConnection) {
        let action = input.byte() % 4
        let table = input.choice(of: tables)
        let row = Int64(input.byte() % 4)
        let key = table.columns[0]
        let condition = "WHERE \(key) = (SELECT \(key) FROM \(table.name) ORDER BY \(key) LIMIT 1 OFFSET ?)"
        switch action {
        case 0, 1:
            let column = input.choice(of: table.columns)
            connection.run(
                "UPDATE OR REPLACE \(table.name) SET \(column) = ? \(condition)", value(&input), .integer(row))
        case 2:
            let values = table.columns.map { _ in value(&input) }
            let places = values.map { _ in "?" }.joined(separator: ", ")
            connection.run("INSERT OR REPLACE INTO \(table.name) VALUES (\(places))", values)
        default:
            connection.run("DELETE FROM \(table.name) \(condition)", .integer(row))
        }
    }

    private static func value(_ input: inout FuzzInput) -> RawValue {
        switch input.byte() % 8 {
        case 0: .null
        case 1: .integer(Int64(input.byte()))
        case 2: .integer(input.choice(of: limits))
        case 3: .real(Double(bitPattern: UInt64(bitPattern: input.number())))
        case 4: .text(input.bytes(Int(input.byte())))
        case 5: .blob(input.bytes(Int(input.byte())))
        case 6: .text(Array(repeating: input.byte(), count: Int(input.byte()) * 40))
        // The text is canonically equal to an existing name, in other bytes.
        default: .text(Array("Zoe\u{308}".utf8))
        }
    }
}
