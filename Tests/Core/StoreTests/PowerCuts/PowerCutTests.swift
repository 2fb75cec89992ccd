import EventLoop
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Power cuts while PINs are checked", .timeLimit(.minutes(5)))
@PanelActor
struct PowerCutTests {
    /// The number of cuts: 10,000 in all, a tenth of that under a sanitizer, or the value of `HOLDFAST_POWER_CUTS`.
    private static let cuts: Int = {
        let environment = ProcessInfo.processInfo.environment
        return environment["HOLDFAST_POWER_CUTS"].flatMap { Int($0) }
            ?? Effort.count(environment["HOLDFAST_SANITIZED"] == nil ? 10_000 : 1_000)
    }()

    @Test("a power cut at any boundary leaves no guess without its charge, no lost person and no false alarm")
    func everyBoundary() async throws {
        let household = try #require(CutHousehold(seed: 7))
        await household.live(cuts: Self.cuts)
        let tally = household.tally
        print(
            """
            power cuts: \(tally.cuts), \(household.cutsOfCounter) of them in the counter's writes; \
            \(tally.guesses) guesses evaluated, \(tally.lostCounts) lost counts; \
            \(tally.enrolled) enrolments told, \(tally.lostCredentials) lost credentials; \
            \(tally.lives) starts, \(tally.falseAlarms) false alarms; \(tally.lostEntries) lost audit entries, \
            \(tally.mixed) steps in part
            """)
        #expect(tally.cuts == Self.cuts)
        #expect(tally.lostCounts == 0)
        #expect(tally.lostCredentials == 0)
        #expect(tally.falseAlarms == 0, "\(tally.alarm)")
        #expect(tally.lostEntries == 0)
        #expect(tally.mixed == 0)
        // The cuts included writes of the counter.
        #expect(household.cutsOfCounter > Self.cuts / 50)
        #expect(tally.guesses > Self.cuts / 4 && tally.enrolled > Self.cuts / 8)
    }

    @Test(
        "power cuts detect a panel that does not sync, does not wait, or counts too early",
        arguments: CutHousehold.Flaw.allCases)
    func flaws(flaw: CutHousehold.Flaw) async throws {
        let household = try #require(CutHousehold(seed: 1, flaw: flaw))
        await household.live(cuts: 500)
        let tally = household.tally
        switch flaw {
        case .unsynced: #expect(tally.lostCounts > 0 && tally.lostCredentials > 0 || tally.falseAlarms > 0)
        case .impatient: #expect(tally.lostCounts > 0)
        case .hasty: #expect(tally.falseAlarms > 0)
        }
    }
}
