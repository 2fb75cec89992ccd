import Testing

@testable import Gateway

@Suite struct EventHistoryTests {
    private func history(of count: Int, length: Int = 1) -> EventHistory {
        var history = EventHistory(era: "a1")
        for number in 0..<count { _ = history.add("notice", String(repeating: "\(number % 10)", count: length)) }
        return history
    }

    @Test("an event on the wire has an identifier, a name and one line of data")
    func wire() {
        var history = EventHistory(era: "a1")
        #expect(history.lastID == "a1-0")
        #expect(String(decoding: history.add("notice", "{}"), as: UTF8.self) == "id: a1-1\nevent: notice\ndata: {}\n\n")
        #expect(history.lastID == "a1-1")
    }

    @Test("a client resumes after the last event that it got, and gets exactly the ones after it")
    func resuming() {
        let history = history(of: 5)
        #expect(history.events(after: "a1-3")?.map(\.number) == [4, 5])
        #expect(history.events(after: "a1-5") == [])
        #expect(history.events(after: "a1-0")?.count == 5)
    }

    @Test(
        "attack: an identifier of another era, of the future, or of another form resumes nothing",
        arguments: ["", "a1", "a1-", "a1-6", "a1--1", "b2-3", "a1-3-4", "a1-9223372036854775808", "-3", "a1-\u{0}"])
    func unknown(id: String) {
        #expect(history(of: 5).events(after: id) == nil)
    }

    @Test("the history keeps 256 events and 256 KiB; who missed more gets the whole state")
    func bounds() {
        let many = history(of: 300)
        #expect(many.events.count == 256 && many.events.first?.number == 45)
        #expect(many.events(after: "a1-43") == nil)
        #expect(many.events(after: "a1-44")?.count == 256)
        let long = history(of: 10, length: 100_000)
        #expect(long.events.count == 2)
        #expect(history(of: 1, length: 300_000).events.isEmpty)
    }
}
