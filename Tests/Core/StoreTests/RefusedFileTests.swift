import CSQLite
import EventLoop
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Files that are refused as a store", .timeLimit(.minutes(5)))
@PanelActor
struct RefusedFileTests {
    /// A store with one setting, closed.
    private func makeStore() throws -> StoreFolder {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        store.setSetting("1", for: "a")
        try store.close()
        return folder
    }

    /// Runs SQL on the file with a plain connection.
    private func run(_ sql: String, in folder: StoreFolder) {
        var handle: OpaquePointer?
        #expect(sqlite3_open_v2(folder.file, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK)
        #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
        #expect(sqlite3_close(handle) == SQLITE_OK)
        chmod(folder.file, 0o600)
    }

    /// Checks that opening throws `error` and leaves all files unchanged.
    private func expectRefusal(
        _ error: StoreError, in folder: StoreFolder, location: SourceLocation = #_sourceLocation
    ) throws {
        let before = try folder.files
        #expect(throws: error, sourceLocation: location) { try PanelStore.open(path: folder.file) }
        #expect(try folder.files == before, sourceLocation: location)
    }

    @Test("only one store in one process can open a file")
    func locked() throws {
        let folder = try makeStore()
        let store = try PanelStore.open(path: folder.file)
        #expect(throws: StoreError.locked(path: folder.file)) { try PanelStore.open(path: folder.file) }
        #expect(lockElsewhere(folder.file) == nil, "its lock is the kernel's")
        store.setSetting("2", for: "a")
        try store.close()
        #expect(try folder.contents().settings == ["a": "2"])

        let lock = try #require(lockElsewhere(folder.file))
        let before = try folder.files
        #expect(throws: StoreError.locked(path: folder.file)) { try PanelStore.open(path: folder.file) }
        #expect(try folder.files == before)
        close(lock)
        #expect(try folder.contents().settings == ["a": "2"])
        #expect("\(StoreError.locked(path: "p"))".contains("locked by another process"))
    }

    /// Locks the file as another process's SQLite would: a lock of an open file description conflicts with the locks of
    /// its own process (fcntl(2), "Open file description locks"). Returns the descriptor, or `nil` if the file is
    /// locked.
    private func lockElsewhere(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        // SQLite's pending, reserved and shared bytes (https://www.sqlite.org/fileformat2.html, "lock-byte page").
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 1 << 30, l_len: 512, l_pid: 0)
        let setLock: Int32 = 37  // F_OFD_SETLK
        if fcntl(descriptor, setLock, &lock) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    @Test("a symbolic link to a store is refused, and a link to its folder is accepted")
    func links() throws {
        let folder = try makeStore()
        let other = try StoreFolder()
        symlink(folder.file, other.file)
        #expect(throws: StoreError.symbolicLink(path: other.file)) { try PanelStore.open(path: other.file) }
        symlink("nowhere", other.path + "/dangling")
        #expect(throws: StoreError.symbolicLink(path: other.path + "/dangling")) {
            try PanelStore.open(path: other.path + "/dangling")
        }
        symlink(folder.path, other.path + "/folder")
        let store = try PanelStore.open(path: other.path + "/folder/panel.db")
        #expect(store.settings == ["a": "1"])
        try store.close()
        symlink("/dev/null", folder.file + "-wal")
        try expectRefusal(.symbolicLink(path: folder.file + "-wal"), in: folder)
    }

    @Test("a store that others may write is refused", arguments: [0o620, 0o602, 0o666] as [mode_t])
    func writable(mode: mode_t) throws {
        let folder = try makeStore()
        chmod(folder.file, mode)
        try expectRefusal(.writableByOthers(path: folder.file, mode: mode), in: folder)
        chmod(folder.file, 0o600)
        chmod(folder.path, mode | 0o100)
        try expectRefusal(.writableByOthers(path: folder.path, mode: mode | 0o100), in: folder)
        chmod(folder.path, 0o700)
        #expect(try folder.contents().settings == ["a": "1"])
    }

    @Test("a store of another user is refused", .enabled(if: geteuid() == 0, "only root can give files away"))
    func owner() throws {
        let folder = try makeStore()
        chown(folder.file, 12_345, 0)
        try expectRefusal(.foreignOwner(path: folder.file, owner: 12_345), in: folder)
        chown(folder.file, 0, 0)
        chown(folder.path, 12_345, 0)
        try expectRefusal(.foreignOwner(path: folder.path, owner: 12_345), in: folder)
    }

    @Test("a store that others may only read loses that permission")
    func modes() throws {
        let folder = try makeStore()
        #expect(try folder.mode(of: "panel.db") == 0o600)
        chmod(folder.file, 0o644)
        let store = try PanelStore.open(path: folder.file)
        store.setSetting("2", for: "a")
        try store.flush()
        #expect(try folder.mode(of: "panel.db") == 0o600)
        #expect(try folder.mode(of: "panel.db-wal") == 0o600)
        #expect(try folder.files.keys.sorted() == ["panel.db", "panel.db-wal"], "no memory is shared by a file")
    }

    @Test("a path that cannot have a file is refused")
    func noFile() throws {
        let folder = try StoreFolder()
        mkdir(folder.file, 0o700)
        #expect(throws: StoreError.notAFile(path: folder.file)) { try PanelStore.open(path: folder.file) }
        mkfifo(folder.path + "/pipe", 0o600)
        #expect(throws: StoreError.notAFile(path: folder.path + "/pipe")) {
            try PanelStore.open(path: folder.path + "/pipe")
        }
        for path in ["", ".", "..", "/", folder.path + "/", folder.path + "/.."] {
            #expect(throws: StoreError.notAFile(path: path)) { try PanelStore.open(path: path) }
        }
        #expect(throws: StoreError.noFolder(path: folder.path + "/none")) {
            try PanelStore.open(path: folder.path + "/none/panel.db")
        }
        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        #expect(throws: StoreError.noFolder(path: folder.path + "/file")) {
            try PanelStore.open(path: folder.path + "/file/panel.db")
        }
    }

    @Test("a folder in which no file can be made is reported", .enabled(if: access("/sys/kernel", F_OK) == 0))
    func readOnly() {
        do throws(StoreError) {
            _ = try PanelStore.open(path: "/sys/kernel/panel.db")
            Issue.record("a store in sysfs")
        } catch {
            switch error {
            case .readOnly(let path), .failed("open", let path, _): #expect(path == "/sys/kernel/panel.db")
            default: Issue.record("\(error)")
            }
        }
    }

    @Test("a store of a later Holdfast is refused and left unchanged, with its log")
    func newer() throws {
        let folder = try makeStore()
        run("PRAGMA user_version = 9", in: folder)
        try expectRefusal(.newerVersion(path: folder.file, version: 9, known: 5), in: folder)

        // The later version's last write is still in the log, because its panel lost power.
        let crashed = try StoreFolder()
        var options = OpenedDatabase.Options()
        options.migrations += [Migration("CREATE TABLE later (value)")]
        let later = try OpenedDatabase.open(path: crashed.file, options: options)
        try folder.replaceFiles(by: crashed.files)
        withExtendedLifetime(later) {}
        #expect((try folder.files["panel.db-wal"] ?? []).count > 4_096)
        try expectRefusal(.newerVersion(path: folder.file, version: 6, known: 5), in: folder)
    }

    @Test("another program's database is refused and left unchanged")
    func foreign() throws {
        let folder = try StoreFolder()
        run("CREATE TABLE states (a); INSERT INTO states VALUES (1)", in: folder)
        try expectRefusal(.foreignDatabase(path: folder.file), in: folder)
        run("PRAGMA user_version = 1; PRAGMA application_id = 7", in: folder)
        try expectRefusal(.foreignDatabase(path: folder.file), in: folder)
    }

    @Test(
        "a store with unknown tables is kept aside",
        arguments: [
            "CREATE TRIGGER t AFTER INSERT ON outputs BEGIN DELETE FROM settings; END", "CREATE TABLE extra (a)",
            "DROP TABLE settings", "DROP TABLE settings; CREATE VIEW settings AS SELECT 'a' AS key, '2' AS value",
            "ALTER TABLE outputs RENAME COLUMN kind TO name", "PRAGMA user_version = 0", "PRAGMA user_version = -1",
            "PRAGMA ignore_check_constraints = ON; INSERT INTO outputs VALUES ('a', 2, NULL, NULL)",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '')",
        ])
    func otherTables(sql: String) throws {
        let folder = try makeStore()
        run(sql, in: folder)
        let before = try folder.files["panel.db"]
        let store = try PanelStore.open(path: folder.file)
        guard case .keptAside(folder.file, let kept, let reason)? = store.notices.first else {
            Issue.record("no notice")
            return
        }
        #expect(kept == folder.file + ".damaged-1" && !reason.isEmpty)
        #expect(store.contentsForTests == StoredContents())
        #expect(try folder.files["panel.db.damaged-1"] == before)
    }

    @Test(
        "each error of the store names its file and suggests a remedy",
        arguments: [
            (StoreError.failed(call: "open", path: "/p", code: ENOENT), "/p: open: No such file or directory"),
            (
                .database(call: "sqlite3_step", path: "/p", code: 13, message: "database or disk is full"),
                "/p: sqlite3_step: database or disk is full (SQLite 13); free some space"
            ),
            (
                .database(call: "sqlite3_step", path: "/p", code: 778, message: "disk I/O error"),
                "/p: sqlite3_step: disk I/O error (SQLite 778); is the disk or card all right?"
            ),
            (.noFolder(path: "/p"), "/p: there is no such folder; make it, of mode 0700 and owned by the panel's user"),
            (.symbolicLink(path: "/p"), "/p: is a symbolic link; the store must be a file"),
            (.notAFile(path: "/p"), "/p: is not a regular file"),
            (.writableByOthers(path: "/p", mode: 0o20), "/p: others may write it (mode 0020); chmod go-w it"),
            (.foreignOwner(path: "/p", owner: 7), "/p: belongs to user 7, not to the panel's; chown it"),
            (.readOnly(path: "/p"), "/p: cannot be written; is the file system mounted read-only?"),
            (.locked(path: "/p"), "/p: locked by another process; only one panel can have a store"),
            (
                .newerVersion(path: "/p", version: 3, known: 2),
                "/p: was written by a later Holdfast (version 3; this one knows 2); update Holdfast"
            ),
            (.foreignDatabase(path: "/p"), "/p: is a database of another program; choose another path"),
            (.damaged(path: "/p", reason: "why"), "/p: is damaged: why"),
            (.rolledBack(path: "/p", reason: "why"), "/p: is not the last store: why"),
            (.outOfBounds(path: "/p", what: "a secret", bytes: 0...7), "/p: a secret must have from 0 to 7 bytes"),
            (.moved(path: "/p"), "/p: was moved or removed while it was in use; restart the panel"),
            (.closed(path: "/p"), "/p: the store is closed"),
        ] as [(StoreError, String)])
    func words(error: StoreError, text: String) {
        #expect("\(error)" == text)
        let notice = StoreNotice.keptAside(path: "/p", kept: "/p.damaged-1", reason: "why")
        #expect("\(notice)" == "/p: was damaged (why); kept as /p.damaged-1, and a new store was begun")
        let rolledBack = StoreNotice.rolledBack(path: "/p", kept: "/p.rolled-back-1", reason: "why")
        #expect(
            "\(rolledBack)" == "/p: was not the last store (why); kept as /p.rolled-back-1, and a new store was begun")
        #expect("\(StoreNotice.gone(path: "/p", reason: "why"))" == "/p: was lost (why); a new store was begun")
    }
}
