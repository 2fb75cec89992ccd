import EventLoop
import TestSupport

@testable import Store

/// People at a door whose panel loses its power again and again: what they are told is held against what a cut leaves.
@PanelActor
final class CutHousehold {
    /// What is wrong with the panel, for tests of the test.
    enum Flaw: Sendable, CaseIterable {
        /// Transactions are not synced.
        case unsynced
        /// The guess is evaluated while its charge is written.
        case impatient
        /// The counter is brought to what the store has not come to yet.
        case hasty
    }

    struct Tally {
        var cuts = 0
        var lives = 0
        var guesses = 0
        /// Guesses that were evaluated, and whose charge is not there after the cut.
        var lostCounts = 0
        var enrolled = 0
        /// People whose enrolment was told to be durable, and who are not there after the cut.
        var lostCredentials = 0
        /// Entries of the audit trail, likewise.
        var lostEntries = 0
        /// Stores that were taken for damaged, lost or older.
        var falseAlarms = 0
        /// What the last of them was.
        var alarm = ""
        /// Stores that hold neither what was told last, nor that with all of the step that was under way.
        var mixed = 0
    }

    private(set) var tally = Tally()
    private let flaw: Flaw?
    private let schema = try? Connection.schema(of: Migration.all)
    private let counterCuts = CuttingCounter.CutCount()
    private var random: SplitMix64
    private var disk: CuttingDisk
    /// What was told to be durable, and what was under way.
    private var confirmed = StoredContents()
    private var attempted: StoredContents?
    private var credentials: [String: [UInt8]] = [:]
    private var lastEvaluated = 0
    private var lastTold: Int64 = 0
    /// Counts a panel's guesses; in place of what is used of its bucket, a lockout has that of its last failure.
    private var serial = 0

    /// Of the cuts, those that came while the counter was written.
    var cutsOfCounter: Int { counterCuts.value }

    init?(seed: UInt64, flaw: Flaw? = nil) {
        guard let disk = CuttingDisk() else { return nil }
        self.disk = disk
        self.flaw = flaw
        random = SplitMix64(seed: seed)
    }

    /// Lives until the power has been cut so often: at each boundary of a life in turn, then of the next.
    func live(cuts: Int) async {
        var sweep = 0
        while tally.cuts < cuts {
            // With each eighth a panel begins anew, whose first start is cut too.
            if sweep.isMultiple(of: 8) { moveIn() }
            var boundary: UInt64 = 0
            var wasCut = true
            while wasCut && tally.cuts < cuts && tally.falseAlarms == 0 {
                disk.cut(after: boundary)
                live(rounds: sweep.isMultiple(of: 4) ? 2 : 1)
                wasCut = disk.isCut
                if wasCut { tally.cuts += 1 }
                disk.restart(seed: random.next())
                boundary += 1
                await Task.yield()
            }
            if tally.falseAlarms > 0 { return }
            sweep += 1
        }
    }

    private func moveIn() {
        guard let disk = CuttingDisk() else { return }
        self.disk = disk
        (confirmed, attempted, credentials) = (StoredContents(), nil, [:])
        (serial, lastEvaluated, lastTold) = (0, 0, 0)
    }

    /// From one start of the panel to its end, by the cut or in good order.
    private func live(rounds: Int) {
        tally.lives += 1
        do throws(StoreError) {
            var options = OpenedDatabase.Options()
            options.schema = schema
            // So small that the log is written back within most lives.
            options.logPages = 24
            options.counter = CuttingCounter(disk: disk, cuts: counterCuts, haste: flaw == .hasty ? 1 : 0)
            options.auditLimit = 20
            let opened = try disk.open(options)
            let entries = try opened.connection.audit(after: 0, limit: 1_000).map(\.number)
            verify(opened.contents, opened.lockState, opened.notices, entries)
            if flaw == .unsynced { try opened.connection.execute("PRAGMA synchronous = OFF") }
            let store = PanelStore(opened)
            var goesOn = true
            for _ in 0..<rounds where goesOn { goesOn = check(store) && enrol(store) && step(store, {}) }
            try store.close()
        } catch {
            guard !disk.isCut else { return }
            tally.falseAlarms += 1
            tally.alarm = "\(error)"
        }
    }

    private func verify(
        _ contents: StoredContents, _ state: LockState, _ notices: [StoreNotice], _ entries: [Int64]
    ) {
        let isNew = contents == StoredContents()
        if !notices.isEmpty || state != .sound && !(isNew && state == .new) {
            tally.falseAlarms += 1
            tally.alarm = "\(state) \(notices)"
        }
        if contents.lockouts["pad"]?.used ?? 0 < lastEvaluated { tally.lostCounts += 1 }
        tally.lostCredentials += credentials.count { contents.people[$0.key]?.mac != $0.value }
        // The last twenty, without a gap.
        let last = entries.last ?? 0
        if last < lastTold || entries != Array(max(1, last - 19)...max(1, last)) && last > 0 { tally.lostEntries += 1 }
        if contents != confirmed && contents != attempted { tally.mixed += 1 }
        (confirmed, attempted) = (contents, nil)
        for (name, person) in contents.people { credentials[name] = person.mac }
        lastEvaluated = contents.lockouts["pad"]?.used ?? 0
        lastTold = last
    }

    /// A PIN is typed: charged, evaluated once that is durable, and given back where it was right.
    private func check(_ store: PanelStore) -> Bool {
        serial += 1
        let (row, number) = (store.lockouts["pad"]?.row ?? 0, serial)
        func lockout(row: Int) -> StoredLockout { StoredLockout(row: row, used: number, isWaiting: row >= 5) }
        if flaw == .impatient { lastEvaluated = number }
        guard
            step(
                store,
                { () throws(StoreError) in
                    try store.setLockout(lockout(row: row + 1), of: "pad")
                })
        else { return false }
        tally.guesses += 1
        lastEvaluated = number
        guard random.once(in: 2) else { return true }
        return step(
            store,
            { () throws(StoreError) in
                try store.setLockout(lockout(row: 0), of: "pad")
                guard let (name, person) = store.people.min(by: { $0.key < $1.key }) else { return }
                let usesLeft = max(0, (Int(person.limits) ?? 9) - 1)
                try store.setPerson(
                    StoredPerson(id: person.id, role: "guest", mac: person.mac, limits: "\(usesLeft)"), of: name)
            })
    }

    /// Somebody gets a PIN, another one than before, or loses it.
    private func enrol(_ store: PanelStore) -> Bool {
        let name = "person \(random.next() % 6)"
        let isRemoved = store.people[name] != nil && random.once(in: 3)
        let mac = (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let id = Int64(truncatingIfNeeded: random.next() >> 1) | 1
        // From here on both are right: with it, and without it.
        credentials[name] = nil
        let isTold = step(
            store,
            { () throws(StoreError) in
                if store.secrets.isEmpty { try store.setSecret(mac, for: "salt") }
                try store.setPerson(
                    isRemoved ? nil : StoredPerson(id: id, role: "guest", mac: mac, limits: "9"), of: name)
            })
        if isTold && !isRemoved {
            credentials[name] = mac
            tally.enrolled += 1
        }
        return isTold
    }

    /// Makes changes, with an entry of the audit trail; returns whether they were told to be durable.
    private func step(_ store: PanelStore, _ changes: () throws(StoreError) -> Void) -> Bool {
        var isTold = false
        do throws(StoreError) {
            let moment = StoredMoment.at(Int64(serial))
            try store.perform { () throws(StoreError) in
                try changes()
                store.appendAudit(AuditEntry(moment: moment, who: "pad", what: "unlock", outcome: "tried")) { error in
                    isTold = error == nil
                }
            }
            attempted = store.contentsForTests
            try store.flush()
        } catch {
            if isTold { tally.mixed += 1 }
        }
        guard isTold else { return false }
        (confirmed, attempted) = (store.contentsForTests, nil)
        lastTold = store.lastAuditNumber
        return true
    }
}
