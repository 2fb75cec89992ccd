import EventLoop
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Versions of the store", .timeLimit(.minutes(5)))
struct MigrationTests {
    /// Versions after the present one, as later releases could add.
    private static let later = [
        Migration("ALTER TABLE settings ADD COLUMN changed INTEGER", "CREATE TABLE guests (name TEXT NOT NULL) STRICT"),
        Migration("INSERT INTO guests SELECT value FROM settings WHERE key = 'owner'"),
        Migration("CREATE INDEX names ON guests (name)"),
    ]

    private static func options(_ version: Int) -> OpenedDatabase.Options {
        OpenedDatabase.Options(migrations: Array((Migration.all + later).prefix(version)))
    }

    private static let present = Migration.all.count
    private static let last = Migration.all.count + later.count

    /// A store of a Holdfast that knew the steps up to `version`.
    private func makeStore(version: Int, at folder: StoreFolder) throws {
        try folder.replaceFiles(by: ["panel.db": []])
        let connection = try Connection(path: folder.file)
        #expect(try connection.value("PRAGMA journal_mode = WAL", as: String.self) == "wal")
        try connection.migrate(from: 0, by: Self.options(version).migrations)
        try connection.execute("INSERT INTO settings (key, value) VALUES ('owner', 'alice')")
        try connection.execute("INSERT INTO outputs VALUES ('door', 1, 7, 0)")
    }

    @Test(
        "a store migrates from each version to each later one with its contents",
        arguments: (1..<last).flatMap { from in (max(from, present)..<last).map { (from, $0) } })
    func steps(from: Int, to: Int) throws {
        let folder = try StoreFolder()
        try makeStore(version: from, at: folder)
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
                #expect(try opened.connection.value("SELECT count(*) FROM guests", as: Int64.self) == 1)
            }
        }
    }

    @Test("a store from before the lock has no people and raises no alarm", arguments: 1..<Migration.lockVersion)
    @PanelActor
    func beforeTheLock(version: Int) throws {
        let folder = try StoreFolder()
        try makeStore(version: version, at: folder)
        let store = try PanelStore.open(path: folder.file)
        #expect(store.lockState == .new && store.notices.isEmpty && store.people.isEmpty)
        #expect(store.settings == ["owner": "alice"])
        try store.setPerson(StoredPerson(id: 1, role: "owner", mac: [1]), of: "alice")
        try store.close()
        let again = try PanelStore.open(path: folder.file)
        #expect(again.lockState == .sound && again.notices.isEmpty && again.people.count == 1)
        try again.close()

        // The same store, put back after a lock existed, is an older one.
        let other = try StoreFolder()
        try makeStore(version: version, at: other)
        var files = try folder.files
        files["panel.db"] = try other.files["panel.db"]
        try folder.replaceFiles(by: files)
        let third = try PanelStore.open(path: folder.file)
        #expect(third.people.isEmpty && third.settings.isEmpty)
        guard case .rolledBack = third.lockState else {
            Issue.record("\(third.lockState)")
            return
        }
    }

    @Test("the previous version's trail keeps its entries, their division into lock and performances, and its gaps")
    @PanelActor
    func trail() async throws {
        let folder = try StoreFolder()
        try makeStore(version: Migration.lockVersion, at: folder)
        for (number, what) in [(4, "unlock"), (5, "perform"), (9, "arrange"), (10, "enrol")] {
            try Connection(path: folder.file).execute(
                "INSERT INTO audit VALUES (\(number), 0, 0, '', 0, 'Ada', '\(what)', NULL, 'done', NULL)")
        }
        let store = try PanelStore.open(path: folder.file)
        #expect(store.notices.isEmpty && store.lastAuditNumber == 10 && store.newestTime == nil)
        var records: [AuditRecord] = []
        store.readAudit(after: 0, limit: 10) { records = (try? $0.get()) ?? [] }
        await EventLoop.panel.settle()
        #expect(records.map(\.number) == [4, 5, 9, 10] && records.map(\.unwritten) == [0, 0, 3, 0])
        #expect(records.map(\.entry.isOfLock) == [true, false, false, true])
        try store.close()
    }

    @Test("a failing migration step leaves the whole previous version")
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

    @Test("the released migration steps are never changed")
    func released() {
        let hashes = Migration.all.map { step in
            // FNV-1a.
            step.statements.joined(separator: ";").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
                (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        #expect(
            hashes == [
                1_242_751_401_113_214_072,
                14_737_341_927_826_831_396,
                4_964_348_975_480_882_899,
                1_162_753_544_897_633_503,
                3_843_894_659_605_793_741,
            ])
    }
}
