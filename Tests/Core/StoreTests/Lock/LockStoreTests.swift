import EventLoop
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("The lock's data in the store", .timeLimit(.minutes(5)))
@PanelActor
struct LockStoreTests {
    private static let alice = StoredPerson(id: .max, ordinal: 7, role: "owner", mac: Array(0...31))
    private static let lockout = StoredLockout(row: 6, used: 7, isWaiting: true)

    private static func person(_ id: Int) -> StoredPerson {
        StoredPerson(id: Int64(id), ordinal: id, role: "owner", mac: Array(0...31))
    }

    @Test("the spelling of a control's kind does not affect a person's name: a removed person stays removed")
    func spellings() throws {
        let folder = try StoreFolder()
        do {
            let connection = try OpenedDatabase.open(path: folder.file).connection
            try connection.transaction { () throws(StoreError) in
                try StoreChange.output(kind: "Zoe\u{308}", OutputState(isOn: true)).write(to: connection)
                try StoreChange.person(name: "Zo\u{eb}", Self.person(1)).write(to: connection)
            }
        }
        let store = try PanelStore.open(path: folder.file)
        #expect(store.people.count == 1)
        try store.setPerson(nil, of: "Zo\u{eb}")
        try store.close()
        #expect(try folder.contents().people.isEmpty)
    }

    @Test("people, lockouts and secrets are read back exactly")
    func roundTrip() throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        #expect(store.lockState == .new)
        let names = [
            "alice", "../../etc/passwd", "a/b", "\0", "';--", "né\u{301}e", String(repeating: "n", count: 256),
        ]
        for (index, name) in names.enumerated() { try store.setPerson(Self.person(index + 1), of: name) }
        #expect(store.lockState == .sound)
        try store.setPerson(
            StoredPerson(id: .max, role: "", mac: [], limits: String(repeating: "l", count: 4_096)), of: "guest")
        try store.setLockout(Self.lockout, of: "pad")
        try store.setLockout(StoredLockout(row: 0, used: 1_000_000, isWaiting: false), of: "remote")
        try store.setSecret(Array(repeating: 0xff, count: 4_096), for: "salt")
        try store.setSecret([], for: "empty")
        let kept = store.contentsForTests
        #expect(kept.people.count == names.count + 1 && kept.secrets["empty"] == [])
        try store.close()
        #expect(try folder.files.keys.sorted() == ["panel.db", "panel.db.count"], "names are no paths")
        #expect(try folder.contents() == kept)

        let again = try PanelStore.open(path: folder.file)
        #expect(again.lockState == .sound && again.contentsForTests == kept)
        for name in again.people.keys { try again.setPerson(nil, of: name) }
        for source in again.lockouts.keys { try again.setLockout(nil, of: source) }
        for key in again.secrets.keys { try again.setSecret(nil, for: key) }
        try again.close()
        #expect(try folder.contents() == StoredContents())
        #expect(try PanelStore.open(path: folder.file).lockState == .sound, "it has had people")
    }

    @Test("stored numbers stay within their ranges")
    func ranges() {
        let lockout = StoredLockout(row: -1, used: .max, isWaiting: false)
        #expect(lockout.row == 0 && lockout.used == 1_000_000)
        #expect(StoredPerson(id: 1, ordinal: -1, role: "guest", mac: []).ordinal == 0)
        #expect(StoredPerson(id: 1, ordinal: .max, role: "guest", mac: []).ordinal == 1_000_000)
    }

    @Test("a number belongs to one person, who can be renamed; people can exchange names in one transaction")
    func numbers() async throws {
        let folder = try StoreFolder()
        var store = try PanelStore.open(path: folder.file)
        func reopen() throws {
            let before = store.contentsForTests
            try store.close()
            store = try PanelStore.open(path: folder.file)
            #expect(store.notices.isEmpty && store.contentsForTests == before)
        }
        for (id, name) in [(1, "a"), (2, "b"), (3, "c")] { try store.setPerson(Self.person(id), of: name) }
        try store.flush()
        try store.setPerson(Self.person(1), of: "anne")
        #expect(store.people.mapValues(\.id) == ["anne": 1, "b": 2, "c": 3])
        try reopen()
        // The changes are made together, in every order of writing.
        for round in 0..<8 {
            let ids = round.isMultiple(of: 2) ? [2, 3, 1] : [1, 2, 3]
            try store.perform { () throws(StoreError) in
                for name in ["anne", "b", "c"] { try store.setPerson(nil, of: name) }
                for (id, name) in zip(ids, ["anne", "b", "c"]) { try store.setPerson(Self.person(id), of: name) }
            }
            #expect(store.people.mapValues(\.id) == ["anne": Int64(ids[0]), "b": Int64(ids[1]), "c": Int64(ids[2])])
            try reopen()
        }
        for id in [0, -1, Int64.min] {
            let nobody = StoredPerson(id: id, role: "owner", mac: [])
            #expect(throws: StoreError.invalidIdentity(path: folder.file, id: id)) {
                try store.setPerson(nobody, of: "d")
            }
        }
        #expect(store.people.count == 3)
    }

    @Test("a fault of the lock that ended without a durable enrolment returns, over restarts")
    func renewed() throws {
        let folder = try StoreFolder()
        try folder.replaceFiles(by: ["panel.db": Array("text".utf8)])
        var store = try PanelStore.open(path: folder.file)
        let fault = store.lockState
        guard case .lost = fault else {
            Issue.record("\(fault)")
            return
        }
        store.setLockFault(nil)
        try store.setPerson(Self.alice, of: "alice")
        try store.flush()
        #expect(store.lockState == .sound)
        try store.setPerson(nil, of: "alice")
        store.setLockFault(fault)
        #expect(store.lockState == fault)
        try store.close()
        store = try PanelStore.open(path: folder.file)
        #expect(store.lockState == fault && store.people.isEmpty)
        store.setLockFault(nil)
        for state in [LockState.new, .sound] { store.setLockFault(state) }
        try store.close()
        #expect(try PanelStore.open(path: folder.file).lockState == .sound)
    }

    @Test("an empty or oversized value is refused, and nothing is changed")
    func bounds() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        let long = String(repeating: "x", count: 1 << 20)
        func refuses(_ change: () throws(StoreError) -> Void, location: SourceLocation = #_sourceLocation) {
            do throws(StoreError) {
                try change()
                Issue.record("kept", sourceLocation: location)
            } catch {
                guard case .outOfBounds(folder.file, _, _) = error else {
                    Issue.record("\(error)", sourceLocation: location)
                    return
                }
                #expect("\(error)".utf8.count < 300, "what was refused is not in it", sourceLocation: location)
            }
        }
        for name in ["", long, String(repeating: "é", count: 129)] {
            refuses { () throws(StoreError) in try store.setPerson(Self.alice, of: name) }
            refuses { () throws(StoreError) in try store.setPerson(nil, of: name) }
            refuses { () throws(StoreError) in try store.setLockout(Self.lockout, of: name) }
            refuses { () throws(StoreError) in try store.setSecret([], for: name) }
        }
        let large = [
            StoredPerson(id: 1, role: long, mac: []), StoredPerson(id: 1, role: "", mac: Array(long.utf8)),
            StoredPerson(id: 1, role: "", mac: [], limits: long),
        ]
        for person in large { refuses { () throws(StoreError) in try store.setPerson(person, of: "a") } }
        refuses { () throws(StoreError) in try store.setSecret(Array(long.utf8), for: "a") }
        await EventLoop.panel.settle()
        #expect(store.contentsForTests == StoredContents() && store.lockState == .new && store.failure == nil)
        try store.close()
        #expect(try folder.files.keys.sorted() == ["panel.db"])
    }

    @Test("changes in one `perform` are one transaction")
    func together() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        let commits = Mutex(0)
        DiskTap.set(folder.path) { call in
            if call.isCommit { commits.withLock { $0 += 1 } }
            return nil
        }
        var told = 0
        try store.perform { () throws(StoreError) in
            for number in 0..<100 {
                try store.setPerson(Self.person(number + 1), of: "person \(number)") { if $0 == nil { told += 1 } }
                store.setSetting("\(number)", for: "key \(number)")
            }
            try store.perform { () throws(StoreError) in
                try store.setLockout(Self.lockout, of: "pad") { if $0 == nil { told += 1 } }
                store.appendAudit(AuditEntry(moment: .at(0), who: "pad", what: "unlock", outcome: "refused"))
            }
        }
        await EventLoop.panel.settle()
        #expect(commits.withLock { $0 } == 1)
        #expect(told == 101)
        try store.close()
        let contents = try folder.contents()
        #expect(contents.people.count == 100 && contents.settings.count == 100 && contents.lockouts.count == 1)
    }

    @Test("a `perform` that throws changes, writes and reports nothing")
    func undone() async throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        try store.setSecret([1], for: "salt")
        try store.flush()
        let before = store.contentsForTests
        let writes = Mutex(0)
        DiskTap.set(folder.path) { _ in
            writes.withLock { $0 += 1 }
            return nil
        }
        #expect(throws: StoreError.self) {
            try store.perform { () throws(StoreError) in
                try store.setSecret([2], for: "salt") { _ in Issue.record("told") }
                store.setSetting("a", for: "a")
                store.appendAudit(AuditEntry(moment: .at(0), who: "pad", what: "unlock", outcome: "refused"))
                try store.setPerson(Self.alice, of: "")
            }
        }
        await EventLoop.panel.settle()
        #expect(store.contentsForTests == before && store.lastAuditNumber == 0)
        #expect(writes.withLock { $0 } == 0)
        // A nested `perform` that throws undoes only its own changes.
        try store.perform { () throws(StoreError) in
            store.setSetting("outer", for: "a")
            try? store.perform { () throws(StoreError) in
                store.setSetting("inner", for: "b")
                try store.setPerson(Self.alice, of: "")
            }
        }
        try store.close()
        #expect(try folder.contents().settings == ["a": "outer"])
    }

    @Test("on a full disk a charge is reported as not durable, nothing is lost, and the next charge succeeds")
    func fullDisk() throws {
        let disk = try #require(CuttingDisk())
        var options = OpenedDatabase.Options()
        options.counter = CuttingCounter(disk: disk, cuts: .init())
        let store = PanelStore(try disk.open(options), scheduler: VirtualScheduler())
        try store.setPerson(Self.alice, of: "alice")
        try store.flush()
        disk.setFull(true)
        var told: [Bool] = []
        try store.setLockout(Self.lockout, of: "pad") { told.append($0 == nil) }
        do throws(StoreError) {
            try store.flush()
            Issue.record("written")
        } catch {
            #expect("\(error)".hasSuffix("free some space"))
        }
        disk.setFull(false)
        try store.setLockout(Self.lockout, of: "pad") { told.append($0 == nil) }
        try store.flush()
        #expect(told == [false, true])
        try store.close()
        let opened = try disk.open(options)
        #expect(opened.contents.lockouts == ["pad": Self.lockout] && opened.contents.people.count == 1)
        #expect(opened.lockState == .sound)
    }
}
