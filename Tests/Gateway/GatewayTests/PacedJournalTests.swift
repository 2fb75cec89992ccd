import EventLoop
import Testing

@testable import Gateway

/// The pace at which a journal tells a value.
@PanelActor
struct PacedJournalTests {
    @Test("a change is told at once, and of those within a minute the last one, if it is another value")
    func pace() async {
        let clock = VirtualScheduler()
        var told: [String] = []
        let journal = PacedJournal<String>(on: clock) { told.append($0) }
        journal.note("connected")
        #expect(told == ["connected"])
        for _ in 1...10 {
            journal.note("away")
            journal.note("connected")
        }
        await clock.advance(by: .seconds(60))
        #expect(told == ["connected"], "it is as it was told")
        journal.note("away")
        journal.note("connected")
        journal.note("away")
        #expect(told == ["connected", "away"])
        journal.note("connected")
        await clock.advance(by: .seconds(59))
        #expect(told.count == 2)
        await clock.advance(by: .seconds(1))
        #expect(told == ["connected", "away", "connected"])
        journal.note("away")
        journal.stop()
        await clock.advance(by: .seconds(120))
        #expect(told.count == 3)
    }
}
