import EventLoop
import TestSupport
import Testing

@testable import Panel
@testable import Store

/// A household at its panel, in virtual time with the store on the disk: a week, or a year with `HOLDFAST_EFFORT=full`.
@PanelActor
@Suite("A year of presses", .timeLimit(.minutes(30)))
struct YearTests {
    private static let days = Effort.isFull ? 365 : 7
    /// The days between two readings of the panel's file; at the first one the process is measured.
    private static let month = 30
    /// The greatest number of entries about controls, in a year the product's own.
    private static let auditLimit = Effort.isFull ? OpenedDatabase.Options().auditLimit : 200

    /// The bound of the store's file, from the size of a full trail. SQLite leaves a page with removed entries as it is
    /// until two thirds of it are free (`balance` in `btree.c`).
    private static func databaseBound(filled: Int) -> Int { 3 * filled }

    /// The bound of the write-ahead log. SQLite copies the log at the end of the transaction that takes it past
    /// `logPages`, and begins it again with the next one (`PRAGMA wal_autocheckpoint`).
    private static let logBound = DiskTally.Writes.pages(Int(OpenedDatabase.Options().logPages) + entry).bytes

    /// The most pages of a transaction with one entry of the trail, one change of the lock and one other change: the leaves
    /// of the new and of the removed entry, their neighbours and parents, the list of free pages, and a page for each change.
    private static let entry = 12

    /// The most that an action writes. A change of the lock is of two pages and the counter.
    private static func bound(of action: Household.Action) -> DiskTally.Writes {
        switch action {
        case .hold, .tap: DiskTally.Writes()
        // The state.
        case .restored: .pages(1)
        // The end, and its removal.
        case .timer: .pages(2)
        // The refusal.
        case .abandoned: .pages(entry)
        // The refusal; the attempt is counted, then the right PIN; unlocked; the disk proves itself; performed; locked.
        case .guarded: .pages(4 * entry + 1 + 2 * 2, counts: 2)
        // The attempt is counted; the wrong PIN.
        case .wrongPIN: .pages(2 + entry, counts: 1)
        }
    }

    @Test("store, memory and descriptors stay within their bounds, an idle day writes nothing, and a press little")
    func year() async throws {
        let household = try await Household(auditLimit: Self.auditLimit)
        let databaseBound = Self.databaseBound(filled: household.filledSize)
        var (largest, largestLog, idleDays) = (0, 0, 0)
        var use: ProcessUse?
        for day in 1...Self.days {
            let before = household.writes
            if day % 7 == 4 {
                await household.stayAway()
                idleDays += 1
                #expect(household.writes == before, "day \(day): the household is away")
            } else {
                // An attempt is regained during the night, which would be the idle day's.
                try await household.liveDay(evening: day % 7 == 3 || day % 2 == 0 ? .abandoned : .wrongPIN)
            }
            if day % Self.month == 0 { try await household.reload() }
            let sizes = try household.sizes
            (largest, largestLog) = (max(largest, sizes.database), max(largestLog, sizes.log))
            #expect(sizes.database <= databaseBound && sizes.log <= Self.logBound, "day \(day)")
            let store = household.panel.store
            // The difference includes the entries "asked" that an outcome has replaced.
            #expect(store.lastAuditNumber - store.deletedAudit >= Self.auditLimit * 3 / 2, "day \(day)")
            if day == Self.month { use = try await Self.use(household) }
        }
        let trail = try await household.countTrail()
        #expect(trail == (Self.auditLimit, Self.auditLimit / 2))
        print(
            "store: \(Self.days) days, file at most \(largest) bytes (\(household.filledSize) when its trail became full;",
            "bound \(databaseBound)), log at most \(largestLog) (bound \(Self.logBound)), trail \(trail.controls) entries of",
            "controls and \(trail.lock) of the lock")
        checkWrites(household, idleDays: idleDays)
        if let use { try await compare(use, household) }
        await household.end()
    }

    private func checkWrites(_ household: Household, idleDays: Int) {
        for action in Household.Action.allCases {
            let (most, bound) = (household.records[action]?.most, Self.bound(of: action))
            #expect(most == most?.minimum(bound), "\(action.rawValue)")
            #expect(household.records[action] != nil)
        }
        // The pad has regained an attempt.
        let wrongPINs = household.records[.wrongPIN]?.times ?? 0
        let regained = household.quietWrites
        #expect(regained.times <= wrongPINs)
        #expect(regained.most == regained.most.minimum(.pages(2, counts: 1)))
        let most = Household.Action.allCases.map { action in
            "\(action.rawValue) \(household.records[action]?.most.text ?? "none")"
        }
        let writes = household.writes
        print(
            "writes: \(writes.total.text) in all (log \(writes.log.text), database \(writes.database.text), counter",
            "\(writes.counter.text)), none on \(idleDays) idle days; one makes at most: \(most.joined(separator: ", "));",
            "a regained attempt \(regained.most.text)")
    }

    // MARK: The process

    /// The process's use once the whole trail has been read, which needs memory by itself.
    private static func use(_ household: Household) async throws -> ProcessUse {
        _ = try await household.countTrail()
        return try ProcessUse()
    }

    private func compare(_ before: ProcessUse, _ household: Household) async throws {
        let after = try await Self.use(household)
        print(
            "memory: \(before.memory) KiB after day \(Self.month), \(after.memory) KiB after day \(Self.days);",
            "descriptors \(before.descriptors) and \(after.descriptors)\(Effort.isAlone ? "" : ", not compared")")
        // Other suites of the process have memory and descriptors of their own.
        guard Effort.isAlone else { return }
        #expect(abs(after.memory - before.memory) <= 1_024)
        #expect(after.descriptors == before.descriptors)
    }
}
