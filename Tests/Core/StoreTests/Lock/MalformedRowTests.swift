import CSQLite
import EventLoop
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Rows that no store writes", .timeLimit(.minutes(5)))
struct MalformedRowTests {
    /// Runs SQL on a plain connection, which checks only the form of the file.
    private func run(_ statements: [String], in folder: StoreFolder) {
        var handle: OpaquePointer?
        #expect(sqlite3_open_v2(folder.file, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
        for sql in ["PRAGMA ignore_check_constraints = ON"] + statements {
            #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
        }
        #expect(sqlite3_close(handle) == SQLITE_OK)
        chmod(folder.file, 0o600)
    }

    /// Inserts a row while the tables are not strict.
    private func put(_ sql: String, into folder: StoreFolder) {
        let edit = "PRAGMA writable_schema = ON"
        run(
            [
                edit,
                """
                UPDATE sqlite_schema
                SET sql = replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')') WHERE type = 'table'
                """,
            ], in: folder)
        run([sql], in: folder)
        run(
            [
                edit,
                """
                UPDATE sqlite_schema SET sql = CASE WHEN sql LIKE '%WITHOUT ROWID'
                    THEN replace(sql, ') WITHOUT', ') STRICT, WITHOUT') ELSE sql || ' STRICT' END WHERE type = 'table'
                """,
            ], in: folder)
    }

    private static let audit = "INSERT INTO audit VALUES (7, 0, 0, '', 0, 'a', 'b', NULL, 'c', NULL, 0, 0)"

    @Test("a row in the usual form does no harm")
    func sound() throws {
        let folder = try StoreFolder()
        _ = try OpenedDatabase.open(path: folder.file)
        put("INSERT INTO people VALUES (1, 0, 'a', 'owner', x'00', '')", into: folder)
        put("INSERT INTO lockouts VALUES ('pad', 0, 0, 0)", into: folder)
        put("INSERT INTO secrets VALUES ('salt', x'00')", into: folder)
        put(Self.audit, into: folder)
        let opened = try OpenedDatabase.open(path: folder.file)
        #expect(opened.notices.isEmpty && opened.contents.people.count == 1 && opened.lastAuditNumber == 7)
    }

    @Test(
        "a store with a malformed row is kept aside, and the lock counts as lost",
        arguments: [
            "INSERT INTO people VALUES (1, 0, '', 'owner', x'00', '')",
            "INSERT INTO people VALUES (1, 0, printf('%.*c', 1048576, 'x'), 'owner', x'00', '')",
            "INSERT INTO people VALUES (1, 0, CAST(x'61ff62' AS TEXT), 'owner', x'00', '')",
            "INSERT INTO people VALUES (1, 0, x'61', 'owner', x'00', '')",
            "INSERT INTO people VALUES (1, 0, 'a', x'37', x'00', '')",
            "INSERT INTO people VALUES (1, 0, 'a', 'owner', 'text', '')",
            "INSERT INTO people VALUES (1, 0, 'a', 'owner', zeroblob(1048576), '')",
            "INSERT INTO people VALUES (1, 0, 'a', 'owner', x'00', printf('%.*c', 4097, 'x'))",
            "INSERT INTO people VALUES (1, 0, 'a', 'owner', x'00', x'37')",
            // One name for Swift, in two spellings.
            """
            INSERT INTO people VALUES (1, 0, CAST(x'c3ab' AS TEXT), 'owner', x'00', ''),
                (2, 0, CAST(x'65cc88' AS TEXT), 'owner', x'00', '')
            """,
            "INSERT INTO people VALUES (0, 0, 'a', 'owner', x'00', '')",
            "INSERT INTO people VALUES (-1, 0, 'a', 'owner', x'00', '')",
            "INSERT INTO people VALUES (1, -1, 'a', 'owner', x'00', '')",
            "INSERT INTO people VALUES (1, 9223372036854775807, 'a', 'owner', x'00', '')",
            "INSERT INTO people VALUES (1, 'first', 'a', 'owner', x'00', '')",
            "INSERT INTO lockouts VALUES ('pad', -1, 0, 0)",
            "INSERT INTO lockouts VALUES ('pad', 0, 9223372036854775807, 0)",
            "INSERT INTO lockouts VALUES ('pad', 0, 0, -1)",
            "INSERT INTO lockouts VALUES ('pad', 0, 0, 2)",
            "INSERT INTO lockouts VALUES ('pad', 0, 1.5, 0)",
            "INSERT INTO secrets VALUES ('salt', 'text')",
            "INSERT INTO secrets VALUES ('salt', zeroblob(4097))",
            "INSERT INTO audit VALUES (0, 0, 0, '', 0, 'a', 'b', NULL, 'c', NULL, 0, 0)",
            "INSERT INTO audit VALUES (9223372036854775807, 0, 0, '', 0, 'a', 'b', NULL, 'c', NULL, 0, 0)",
            "INSERT INTO audit VALUES (1, 0, 2, '', 0, 'a', 'b', NULL, 'c', NULL, 0, 0)",
            "INSERT INTO audit VALUES (1, 0, 0, '', 0, printf('%.*c', 1048576, 'x'), 'b', NULL, 'c', NULL, 0, 0)",
            "INSERT INTO audit VALUES (1, 0, 0, '', 0, 'a', 'b', x'37', 'c', NULL, 0, 0)",
            // The table's check accepts the number, but counting further from it would fail.
            "UPDATE lock SET generation = 4611686018427387904",
            "INSERT INTO audit VALUES (4611686018427387904, 0, 0, '', 0, 'a', 'b', NULL, 'c', NULL, 0, 0)",
            "UPDATE lock SET generation = -1", "UPDATE lock SET generation = 9223372036854775807",
            "UPDATE lock SET reason = 'why'", "DELETE FROM lock", "INSERT INTO lock VALUES (1, 0, NULL, NULL)",
        ])
    func malformed(sql: String) throws {
        let folder = try StoreFolder()
        _ = try OpenedDatabase.open(path: folder.file)
        put(sql, into: folder)
        let before = try folder.files["panel.db"]
        let opened = try OpenedDatabase.open(path: folder.file)
        guard case .keptAside(folder.file, let kept, _)? = opened.notices.first else {
            Issue.record("no notice")
            return
        }
        #expect(try folder.files[URL(fileURLWithPath: kept).lastPathComponent] == before)
        #expect(opened.contents == StoredContents() && opened.lastAuditNumber == 0)
        guard case .lost(let reason) = opened.lockState else {
            Issue.record("\(opened.lockState)")
            return
        }
        #expect(!reason.isEmpty && reason.utf8.count < 300)
    }

    @Test("an entry of the audit trail that is no text is an error when it is read")
    @PanelActor
    func audit() async throws {
        let folder = try StoreFolder()
        _ = try OpenedDatabase.open(path: folder.file)
        put(
            "INSERT INTO audit VALUES (7, 0, 0, '', 0, CAST(x'61ff62' AS TEXT), 'b', NULL, 'c', NULL, 0, 0)",
            into: folder)
        let store = try PanelStore.open(path: folder.file)
        var answer: Result<[AuditRecord], StoreError>?
        store.readAudit(after: 0, limit: 10) { answer = $0 }
        await EventLoop.panel.settle()
        guard case .failure(.damaged)? = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
    }
}
