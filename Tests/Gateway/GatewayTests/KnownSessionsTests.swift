import Testing

@testable import Gateway

@Suite struct KnownSessionsTests {
    @Test("a token counts as a session once the core has confirmed it, until the core denies it")
    func confirmation() {
        var sessions = KnownSessions()
        #expect(!sessions.contains("a"))
        sessions.note("a", isOpen: true)
        sessions.note("a", isOpen: true)
        #expect(sessions.contains("a"))
        sessions.note("a", isOpen: false)
        #expect(!sessions.contains("a"))
    }

    @Test("attack: tokens that clients make up are not remembered, and displace none")
    func madeUp() {
        var sessions = KnownSessions()
        sessions.note("a", isOpen: true)
        for number in 0..<1_000 { sessions.note("\(number)", isOpen: false) }
        #expect(sessions.contains("a"))
        for number in 0..<KnownSessions.capacity { sessions.note("\(number)", isOpen: true) }
        #expect(!sessions.contains("a") && sessions.contains("0"))
    }
}
