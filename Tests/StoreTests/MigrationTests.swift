import Foundation
import Testing

@testable import Store

@Suite("Versions of the store", .timeLimit(.minutes(5)))
struct MigrationTests {
    /// Versions after the present one, as later releases may bring them.
    private static let later = [
        Migration("ALTER TABLE settings ADD COLUMN changed INTEGER", "CREATE TABLE people (name TEXT NOT NULL) STRICT"),
        Migration("INSERT INTO people SELECT value FROM settings WHERE key = 'owner'"),
        Migration("CREATE INDEX names ON people (name)"),
    ]

    private static func options(_ version: Int) -> OpenedDatabase.Options {
        OpenedDatabase.Options(migrations: Array((Migration.all + later).prefix(version)))
    }

    private static let present = Migration.all.count
    private static let last = Migration.all.count + later.count

    @Test(
        "a store is brought from each version to each later one, with what it holds",
        arguments: (1..<last).flatMap { from in (from..<last).map { (from, $0) } })
    func steps(from: Int, to: Int) throws {
        let folder = try StoreFolder()
        var opened: OpenedDatabase? = try .open(path: folder.file, options: Self.options(from))
        try opened?.connection.execute("INSERT INTO settings (key, value) VALUES ('owner', 'alice')")
        try opened?.connection.execute("INSERT INTO outputs VALUES ('door', 1, 7, 0)")
        opened = nil
        for _ in 0..<2 {
            let opened = try OpenedDatabase.open(path: folder.file, options: Self.options(to))
            #expect(opened.notices.isEmpty)
            #expect(opened.contents.settings == ["owner": "alice"])
            #expect(
                opened.contents.outputs == [
                    "door": OutputState(isOn: true, since: StoredTime(milliseconds: 7, isSynchronized: false))
                ])
            #expect(try opened.connection.value("PRAGMA user_version", as: Int64.self) == Int64(to))
            if from < Self.present + 2 && to >= Self.present + 2 {
                #expect(try opened.connection.value("SELECT count(*) FROM people", as: Int64.self) == 1)
            }
        }
    }

    @Test("a step that fails leaves the version before it, whole")
    func failingStep() throws {
        let folder = try StoreFolder()
        var options = Self.options(Self.present + 1)
        _ = try OpenedDatabase.open(path: folder.file, options: Self.options(Self.present))
        options.migrations[Self.present].statements.append("INSERT INTO nowhere VALUES (1)")
        let before = try folder.files["panel.db"]
        do throws(StoreError) {
            _ = try OpenedDatabase.open(path: folder.file, options: options)
            Issue.record("the step failed")
        } catch {
            guard case .database(_, folder.file, 1, let message) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(message.contains("nowhere"))
        }
        #expect(try folder.files["panel.db"] == before)
        let opened = try OpenedDatabase.open(path: folder.file, options: Self.options(Self.present))
        #expect(opened.notices.isEmpty)
    }

    @Test("the steps that were released are never changed")
    func released() {
        let hashes = Migration.all.map { step in
            // FNV-1a.
            step.statements.joined(separator: ";").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
                (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        #expect(hashes == [1_242_751_401_113_214_072, 14_737_341_927_826_831_396])
    }
}
