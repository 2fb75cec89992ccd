import EventLoop
import TestSupport

@testable import Store

/// A household whose panel loses power repeatedly. The class compares the reported results with the files that a cut
/// leaves.
@PanelActor
final class CutHousehold {
    /// A deliberate error of the panel, which the test must detect.
    enum Flaw: Sendable, CaseIterable {
        /// Transactions are not synced.
        case unsynced
        /// A guess is evaluated before its charge is written.
        case impatient
        /// The counter is written ahead of the store.
        case hasty
    }

    struct Tally {
        var cuts = 0
        var lives = 0
        var guesses = 0
        /// Evaluated guesses whose charge is missing after the cut.
        var lostCounts = 0
        var enrolled = 0
        /// People whose enrolment was reported durable and who are missing after the cut.
        var lostCredentials = 0
        /// Entries of the audit trail that were reported durable and are missing after the cut.
        var lostEntries = 0
        /// Intact stores that were taken for damaged, lost or older.
        var falseAlarms = 0
        /// The last false alarm.
        var alarm = ""
        /// Stores with neither the last reported contents nor those with the whole current step.
        var mixed = 0
    }

    private(set) var tally = Tally()
    private let flaw: Flaw?
    private let schema = try? Connection.schema(of: Migration.all)
    private let counterCuts = CuttingCounter.CutCount()
    private var random: SplitMix64
    private var disk: CuttingDisk
    /// The contents that were reported durable, and those of the current step.
    private var confirmed = StoredContents()
    private var attempted: StoredContents?
    private var credentials: [String: [UInt8]] = [:]
    private var lastEvaluated = 0
    private var lastTold: Int64 = 0
    /// The number of guesses at a panel. Each stored lockout has it in the field for the bucket's use, to identify the
    /// guess.
    private var serial = 0

    /// The number of cuts during a write of the counter.
    var cutsOfCounter: Int { counterCuts.value }

    init?(seed: UInt64, flaw: Flaw? = nil) {
        guard let disk = CuttingDisk() else { return nil }
        self.disk = disk
        self.flaw = flaw
        random = SplitMix64(seed: seed)
    }

    /// Lives until the power has been cut `cuts` times: at each boundary of a life in turn, then of the next life.
    ///
    /// Between two lives other tests get the loop, whose writes would otherwise count as late after 2 s.
    func live(cuts: Int) async {
        var sweep = 0
        while tally.cuts < cuts {
            // Every eighth sweep begins with a new panel, whose first start is cut, too.
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

    /// Runs the panel from its start to a cut or an orderly end.
    private func live(rounds: Int) {
        tally.lives += 1
        do throws(StoreError) {
            var options = OpenedDatabase.Options()
            options.schema = schema
            // The limit makes SQLite write the log back within most lives.
            options.logPages = 24
            options.counter = CuttingCounter(disk: disk, cuts: counterCuts, haste: flaw == .hasty ? 1 : 0)
            options.auditLimit = 20
            let opened = try disk.open(options)
            let entries = try AuditTable(connection: opened.connection).records(after: 0, limit: 1_000).map(\.number)
            verify(opened.contents, opened.lockState, opened.notices, entries)
            if flaw == .unsynced { try opened.connection.execute("PRAGMA synchronous = OFF") }
            let store = PanelStore(opened, scheduler: VirtualScheduler())
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
        // The last twenty entries, without a gap.
        let last = entries.last ?? 0
        if last < lastTold || entries != Array(max(1, last - 19)...max(1, last)) && last > 0 { tally.lostEntries += 1 }
        if contents != confirmed && contents != attempted { tally.mixed += 1 }
        (confirmed, attempted) = (contents, nil)
        for (name, person) in contents.people { credentials[name] = person.mac }
        lastEvaluated = contents.lockouts["pad"]?.used ?? 0
        lastTold = last
    }

    /// Types a PIN, which is charged, evaluated once the charge is durable, and given back if right.
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

    /// Enrols a person, changes a PIN, or removes a person.
    private func enrol(_ store: PanelStore) -> Bool {
        let name = "person \(random.next() % 6)"
        let isRemoved = store.people[name] != nil && random.once(in: 3)
        let mac = (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let id = Int64(truncatingIfNeeded: random.next() >> 1) | 1
        // From here on both results are right: with the person and without.
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

    /// Makes changes, with an entry of the audit trail; returns whether they were reported durable.
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
