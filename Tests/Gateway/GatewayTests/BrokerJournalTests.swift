import EventLoop
import MQTT
import Testing

@testable import Gateway

/// The pace at which the journal tells of a broker's connection.
@PanelActor
struct BrokerJournalTests {
    @Test("a change is told at once, and of those within a minute the last one, if it is another state")
    func pace() async {
        let clock = VirtualScheduler()
        var told: [BrokerClient.State] = []
        let journal = BrokerJournal(on: clock) { told.append($0) }
        let lost = BrokerClient.State.away(.lost("mqtt://b:1883"))
        journal.note(.connecting)
        journal.note(.connected)
        #expect(told == [.connected])
        for _ in 1...10 {
            journal.note(lost)
            journal.note(.connected)
        }
        await clock.advance(by: .seconds(60))
        #expect(told == [.connected], "it is as it was told")
        journal.note(lost)
        journal.note(.connected)
        journal.note(lost)
        #expect(told == [.connected, lost])
        journal.note(.connected)
        await clock.advance(by: .seconds(59))
        #expect(told.count == 2)
        await clock.advance(by: .seconds(1))
        #expect(told == [.connected, lost, .connected])
        journal.note(lost)
        journal.note(.stopped)
        await clock.advance(by: .seconds(120))
        #expect(told.count == 3)
    }
}
