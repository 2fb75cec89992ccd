import MonotonicTime
import Testing

@testable import Authentication

@Suite("Sessions")
struct SessionTests {
    private let ada: Person
    private let bob: Person
    private let connection = Surface.connection(1)

    init() throws {
        ada = try Person(id: 1, name: "Ada", role: .owner)
        bob = try Person(id: 2, name: "Bob", role: .member)
    }

    @Test("the panel starts locked, a PIN unlocks it, and it locks again after a time without a key or hold")
    func autoLock() {
        var authority = Authority(autoLock: .seconds(60))
        #expect(authority.person(on: .panel, at: .zero) == nil && authority.deadline == nil)
        _ = authority.unlock(.panel, by: ada, at: .seconds(10))
        #expect(authority.deadline == .seconds(70))
        authority.use(.panel, at: .seconds(50))
        #expect(authority.deadline == .seconds(110))
        #expect(authority.advance(to: .seconds(109)) == [])
        #expect(authority.person(on: .panel, at: .seconds(109)) == ada)
        // The session is over at its time, also before `advance` notices it.
        #expect(authority.person(on: .panel, at: .seconds(110)) == nil)
        authority.use(.panel, at: .seconds(110))
        #expect(authority.person(on: .panel, at: .seconds(110)) == nil)
        #expect(authority.advance(to: .seconds(110)) == [.panel])
        #expect(authority.advance(to: .seconds(111)) == [])
        #expect(authority.deadline == nil && authority.sessions.isEmpty)
    }

    @Test("a locked panel reads no clock: each press would read it ten times")
    func clock() {
        var readings = 0
        func now() -> BoottimeInstant {
            readings += 1
            return .zero
        }
        var authority = Authority(autoLock: .seconds(60))
        #expect(authority.person(on: .panel, at: now()) == nil && readings == 0)
        _ = authority.unlock(.panel, by: ada, at: .zero)
        #expect(authority.person(on: .panel, at: now()) == ada && readings == 1)
    }

    @Test("a lock command locks the panel once")
    func command() {
        var authority = Authority(autoLock: .seconds(60))
        #expect(authority.lock { $0.surface == .panel } == [])
        _ = authority.unlock(.panel, by: ada, at: .zero)
        #expect(authority.lock { $0.surface == .panel } == [.panel])
        #expect(authority.lock { $0.surface == .panel } == [])
        #expect(authority.person(on: .panel, at: .zero) == nil)
        authority.use(.panel, at: .zero)
        #expect(authority.person(on: .panel, at: .zero) == nil)
    }

    @Test("a session ends after 5 min without use, and after 12 h in any case")
    func limits() {
        var authority = Authority(autoLock: .seconds(60))
        #expect(authority.unlock(connection, by: ada, at: .zero) == [])
        #expect(authority.person(on: connection, at: .seconds(299)) == ada)
        #expect(authority.person(on: connection, at: .seconds(300)) == nil)
        authority.use(connection, at: .seconds(300))
        #expect(authority.person(on: connection, at: .seconds(300)) == nil, "what is over is not used")
        #expect(authority.advance(to: .seconds(300)) == [connection])
        _ = authority.unlock(connection, by: ada, at: .zero)
        var minute = 0.0
        while authority.person(on: connection, at: .seconds(minute * 60)) != nil {
            authority.use(connection, at: .seconds(minute * 60))
            minute += 4
        }
        #expect(minute == 720)
        #expect(authority.deadline == .hours(12))
    }

    @Test("the table holds 64 sessions and drops the least recently used one for a new one")
    func capacity() {
        var authority = Authority(autoLock: .seconds(60))
        for number in 0..<64 { #expect(authority.unlock(.connection(UInt64(number)), by: ada, at: .seconds(1)) == []) }
        for number in 1..<64 { authority.use(.connection(UInt64(number)), at: .seconds(2)) }
        #expect(authority.unlock(.connection(64), by: bob, at: .seconds(3)) == [.connection(0)])
        #expect(authority.sessions.count == 64)
        #expect(authority.unlock(.connection(64), by: ada, at: .seconds(4)) == [], "its own is replaced")
        #expect(authority.person(on: .connection(64), at: .seconds(4)) == ada)
    }

    @Test("what is unlocked here is locked there, and ends by itself")
    func apart() {
        var authority = Authority(autoLock: .seconds(60))
        #expect(authority.deadline == nil)
        _ = authority.unlock(.panel, by: ada, at: .zero)
        _ = authority.unlock(.connection(1), by: bob, at: .zero)
        #expect(authority.person(on: .panel, at: .zero) == ada)
        #expect(authority.person(on: .connection(1), at: .zero) == bob)
        #expect(authority.person(on: .connection(2), at: .zero) == nil)
        #expect(authority.deadline == .seconds(60))
        #expect(authority.advance(to: .seconds(60)) == [.panel])
        #expect(authority.deadline == .seconds(300))
        #expect(authority.advance(to: .seconds(300)) == [.connection(1)])
        #expect(authority.deadline == nil)
    }

    @Test("a shared session is that of one user and one token of 32 bytes, and does not reveal the token")
    func shared() throws {
        let token = [UInt8](repeating: 7, count: 32)
        let surface = try #require(Surface.shared(token: token, user: 1_000))
        #expect(surface == Surface.shared(token: token, user: 1_000))
        #expect(surface != Surface.shared(token: token, user: 1_001))
        #expect(surface != Surface.shared(token: [8] + token.dropFirst(), user: 1_000))
        #expect(surface.source == .remote)
        for count in [0, 31, 33] { #expect(Surface.shared(token: [UInt8](repeating: 7, count: count), user: 0) == nil) }
        var dumped = ""
        dump(surface, to: &dumped)
        #expect(!dumped.contains("7") && "\(surface)" == "shared(SecretTag)")
    }

    @Test("the panel's PINs count for the pad, a connection's for remote sources")
    func source() {
        #expect(Surface.panel.source == .pad)
        #expect(connection.source == .remote)
    }
}
