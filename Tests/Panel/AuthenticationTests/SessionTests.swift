import MonotonicTime
import Testing

@testable import Authentication

@Suite("Sessions")
struct SessionTests {
    private let ada: Person
    private let bob: Person
    private let browser = Surface.browser(token: Array("token".utf8))

    init() throws {
        ada = try Person(id: 1, name: "Ada", role: .owner)
        bob = try Person(id: 2, name: "Bob", role: .member)
    }

    @Test("the panel starts locked, a PIN unlocks it, and it locks again after a time without a key or hold")
    func autoLock() {
        var lock = Lock(autoLock: .seconds(60))
        #expect(lock.person(at: .zero) == nil && lock.deadline == nil)
        lock.unlock(by: ada, at: .seconds(10))
        #expect(lock.deadline == .seconds(70))
        lock.activity(at: .seconds(50))
        #expect(lock.deadline == .seconds(110))
        #expect(lock.advance(to: .seconds(109)) == false)
        #expect(lock.person(at: .seconds(109)) == ada)
        // The session is over at its time, also before `advance` notices it.
        #expect(lock.person(at: .seconds(110)) == nil)
        lock.activity(at: .seconds(110))
        #expect(lock.person(at: .seconds(110)) == nil)
        #expect(lock.advance(to: .seconds(110)) == true)
        #expect(lock.advance(to: .seconds(111)) == false)
        #expect(lock.deadline == nil && lock.person == nil)
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
        var lock = Lock(autoLock: .seconds(60))
        #expect(lock.lock() == false)
        lock.unlock(by: ada, at: .zero)
        #expect(lock.lock() == true)
        #expect(lock.lock() == false)
        #expect(lock.person(at: .zero) == nil)
        lock.activity(at: .zero)
        #expect(lock.person(at: .zero) == nil)
    }

    @Test("a session ends after 5 min without use, and after 12 h in any case")
    func limits() {
        var table = SessionTable()
        #expect(table.begin(browser, by: ada, at: .zero) == nil)
        #expect(table.person(on: browser, at: .seconds(299)) == ada)
        #expect(table.person(on: browser, at: .seconds(300)) == nil)
        table.use(browser, at: .seconds(300))
        #expect(table.person(on: browser, at: .seconds(300)) == nil, "what is over is not used")
        #expect(table.advance(to: .seconds(300)) == [browser])
        _ = table.begin(browser, by: ada, at: .zero)
        var minute = 0.0
        while table.person(on: browser, at: .seconds(minute * 60)) != nil {
            table.use(browser, at: .seconds(minute * 60))
            minute += 4
        }
        #expect(minute == 720)
        #expect(table.deadline == .hours(12))
    }

    @Test("the table holds 64 sessions and drops the least recently used one for a new one")
    func capacity() {
        var table = SessionTable()
        for number in 0..<64 { #expect(table.begin(.connection(UInt64(number)), by: ada, at: .seconds(1)) == nil) }
        for number in 1..<64 { table.use(.connection(UInt64(number)), at: .seconds(2)) }
        #expect(table.begin(.connection(64), by: bob, at: .seconds(3)) == .connection(0))
        #expect(table.sessions.count == 64)
        #expect(table.begin(.connection(64), by: ada, at: .seconds(4)) == nil, "its own is replaced")
        #expect(table.person(on: .connection(64), at: .seconds(4)) == ada)
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
        #expect(authority.person(on: browser, at: .zero) == nil)
        #expect(authority.deadline == .seconds(60))
        #expect(authority.advance(to: .seconds(60)) == [.panel])
        #expect(authority.deadline == .seconds(300))
        #expect(authority.advance(to: .seconds(300)) == [.connection(1)])
        #expect(authority.deadline == nil)
    }

    @Test("a browser's surface is identified by its token, which its text does not reveal")
    func token() {
        #expect(browser == .browser(token: Array("token".utf8)))
        #expect(browser != .browser(token: Array("Token".utf8)))
        #expect(!"\(browser)".contains("token"))
        #expect(Surface.panel.source == .pad)
        #expect([.connection(1), browser, .messages].allSatisfy { (surface: Surface) in surface.source == .remote })
    }
}
