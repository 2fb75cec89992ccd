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
        var authority = Authority(SessionLimits(autoLock: .seconds(60), clientAutoLock: .seconds(300)))
        #expect(
            authority.person(on: .panel, at: .zero, localTime: .usual) == nil
                && authority.deadline(at: .zero, localTime: .usual) == nil)
        _ = authority.unlock(.panel, by: ada, at: .seconds(10))
        #expect(authority.deadline(at: .zero, localTime: .usual) == .seconds(70))
        authority.use(.panel, at: .seconds(50), localTime: .usual)
        #expect(authority.deadline(at: .zero, localTime: .usual) == .seconds(110))
        #expect(authority.advance(to: .seconds(109)) == [])
        #expect(authority.person(on: .panel, at: .seconds(109), localTime: .usual) == ada)
        // The session is over at its time, also before `advance` notices it.
        #expect(authority.person(on: .panel, at: .seconds(110), localTime: .usual) == nil)
        authority.use(.panel, at: .seconds(110), localTime: .usual)
        #expect(authority.person(on: .panel, at: .seconds(110), localTime: .usual) == nil)
        #expect(authority.advance(to: .seconds(110)) == [.panel])
        #expect(authority.advance(to: .seconds(111)) == [])
        #expect(authority.deadline(at: .zero, localTime: .usual) == nil && authority.sessions.isEmpty)
    }

    @Test("a locked panel reads no clock: each press would read it ten times")
    func lockedClock() {
        var readings = 0
        func now() -> BoottimeInstant {
            readings += 1
            return .zero
        }
        var authority = Authority(SessionLimits(autoLock: .seconds(60), clientAutoLock: .seconds(300)))
        #expect(authority.person(on: .panel, at: now(), localTime: .usual) == nil && readings == 0)
        _ = authority.unlock(.panel, by: ada, at: .zero)
        #expect(authority.person(on: .panel, at: now(), localTime: .usual) == ada && readings == 1)
    }

    @Test("a lock command locks the panel once")
    func command() {
        var authority = Authority(SessionLimits(autoLock: .seconds(60), clientAutoLock: .seconds(300)))
        #expect(authority.lock { $0.surface == .panel } == [])
        _ = authority.unlock(.panel, by: ada, at: .zero)
        #expect(authority.lock { $0.surface == .panel } == [.panel])
        #expect(authority.lock { $0.surface == .panel } == [])
        #expect(authority.person(on: .panel, at: .zero, localTime: .usual) == nil)
        authority.use(.panel, at: .zero, localTime: .usual)
        #expect(authority.person(on: .panel, at: .zero, localTime: .usual) == nil)
    }

    @Test("a session ends after its time without use, and after the longest time in any case")
    func limits() {
        var authority = Authority(SessionLimits(autoLock: .seconds(60), clientAutoLock: .seconds(300)))
        #expect(authority.unlock(connection, by: ada, at: .zero) == [])
        #expect(authority.person(on: connection, at: .seconds(299), localTime: .usual) == ada)
        #expect(authority.person(on: connection, at: .seconds(300), localTime: .usual) == nil)
        authority.use(connection, at: .seconds(300), localTime: .usual)
        #expect(
            authority.person(on: connection, at: .seconds(300), localTime: .usual) == nil, "what is over is not used")
        #expect(authority.advance(to: .seconds(300)) == [connection])
        _ = authority.unlock(connection, by: ada, at: .zero)
        var minute = 0.0
        while authority.person(on: connection, at: .seconds(minute * 60), localTime: .usual) != nil {
            authority.use(connection, at: .seconds(minute * 60), localTime: .usual)
            minute += 4
        }
        #expect(minute == 720)
        minute = 0
        _ = authority.unlock(.panel, by: ada, at: .zero)
        while authority.isUnlocked(.panel, at: .seconds(minute * 60), localTime: .usual) {
            authority.use(.panel, at: .seconds(minute * 60), localTime: .usual)
            minute += 0.5
        }
        #expect(minute == 720, "at the pad as well")
        #expect(authority.deadline(at: .zero, localTime: .usual) == .hours(12))
    }

    @Test("clients stay unlocked as long as the panel, unless they have a time of their own")
    func clients() {
        let limits = SessionLimits(autoLock: .seconds(30))
        #expect(limits.clientAutoLock == .seconds(30) && limits.longest == .seconds(43_200))
        var authority = Authority(limits)
        _ = authority.unlock(connection, by: ada, at: .zero)
        #expect(authority.timeLeft(on: connection, at: .seconds(10), localTime: .usual) == .seconds(20))
        authority.limits.clientAutoLock = .seconds(90)
        #expect(authority.timeLeft(on: connection, at: .seconds(10), localTime: .usual) == .seconds(80))
        authority.limits.longest = .seconds(60)
        #expect(authority.timeLeft(on: connection, at: .seconds(10), localTime: .usual) == .seconds(50))
        #expect(authority.timeLeft(on: connection, at: .seconds(60), localTime: .usual) == nil)
        #expect(authority.timeLeft(on: .panel, at: .zero, localTime: .usual) == nil)
    }

    private func guest(_ limits: String) throws -> Person {
        try Person(id: 3, name: "Gus", role: .guest, validity: try Validity(ofNew: limits))
    }

    @Test("a guest's session ends with the hours, days or dates that began it, and says when")
    func clock() throws {
        // `usual` is Friday, 2026-05-01, 12:00.
        let cases: [(String, Duration?)] = [
            ("hours=08:00-12:30", .seconds(1_800)), ("hours=08:00-24:00", .seconds(43_200)),
            ("hours=11:00-02:00", nil), ("hours=11:00-00:01", .seconds(43_260)),
            ("hours=11:00-00:30 days=fri", .seconds(45_000)), ("days=fri", .seconds(43_200)), ("days=fri,sat", nil),
            ("until=2026-05-01", .seconds(43_200)), ("until=2026-05-02", nil),
            ("until=2026-05-01 hours=11:00-00:30", .seconds(45_000)),
            ("days=fri hours=10:00-13:00", .seconds(3_600)), ("from=2026-05-01", nil), ("uses=3", nil),
        ]
        for (limits, left) in cases {
            var authority = Authority(SessionLimits(autoLock: .seconds(50_000), longest: .seconds(50_000)))
            _ = authority.unlock(.panel, by: try guest(limits), at: .zero)
            let end = BoottimeInstant.zero.advanced(by: left ?? .seconds(50_000))
            #expect(authority.deadline(at: .zero, localTime: .usual) == end, "\(limits)")
        }
        let late = LocalMoment(localSeconds: 1_777_651_199, isSynchronized: true) ?? .unknown
        #expect(late.seconds == 59 && late.minutes == 959)
        #expect(try guest("hours=08:00-16:00").validity.timeLeft(at: late) == .seconds(1), "to the second")
    }

    @Test("each use of a guest's session reads the local time: a clock that is set forward ends the session")
    func setClock() throws {
        var authority = Authority(SessionLimits(autoLock: .seconds(60)))
        _ = authority.unlock(connection, by: try guest("hours=08:00-13:00"), at: .zero)
        _ = authority.unlock(.panel, by: ada, at: .zero)
        let later = LocalMoment.at(2026, 5, 1, .friday, 13, 0)
        let earlier = LocalMoment.at(2026, 5, 1, .friday, 12, 59)
        #expect(authority.isUnlocked(connection, at: .seconds(1), localTime: earlier))
        #expect(!authority.isUnlocked(connection, at: .seconds(1), localTime: later))
        #expect(authority.person(on: connection, at: .seconds(1), localTime: later) == nil)
        #expect(authority.timeLeft(on: connection, at: .seconds(1), localTime: later) == nil)
        #expect(authority.deadline(at: .seconds(1), localTime: later) == .seconds(1))
        authority.use(connection, at: .seconds(30), localTime: later)
        #expect(authority.deadline(at: .seconds(31), localTime: earlier) == .seconds(60), "no use after the end")
        #expect(authority.refuse(localTime: earlier).isEmpty)
        let refused = authority.refuse(localTime: later)
        #expect(refused.map(\.surface) == [connection] && refused.map(\.reason) == [.otherHour])
        #expect(authority.sessions.map(\.surface) == [.panel])
    }

    @Test("a guest with hours is locked out of the session when the clock is not synchronized any more, others are not")
    func lostClock() throws {
        var authority = Authority(SessionLimits(autoLock: .seconds(60)))
        _ = authority.unlock(.connection(1), by: try guest("days=fri"), at: .zero)
        _ = authority.unlock(.connection(2), by: try guest("uses=2"), at: .zero)
        let lost = LocalMoment.at(2026, 5, 1, .friday, 12, 0, isSynchronized: false)
        #expect(!authority.isUnlocked(.connection(1), at: .zero, localTime: lost))
        #expect(authority.isUnlocked(.connection(2), at: .zero, localTime: lost))
        #expect(authority.refuse(localTime: lost).map(\.reason) == [.clockNotSet])
    }

    @Test("the local time is read for a guest whom the clock limits alone")
    func localClock() throws {
        var readings = 0
        func local() -> LocalMoment {
            readings += 1
            return .usual
        }
        for (person, expected) in [(ada, 0), (try guest("uses=1"), 0), (try guest("days=fri"), 1)] {
            readings = 0
            var authority = Authority(SessionLimits(autoLock: .seconds(60)))
            _ = authority.unlock(.panel, by: person, at: .zero)
            let isUnlocked = authority.isUnlocked(.panel, at: .zero, localTime: local())
            #expect(isUnlocked && readings == expected)
        }
    }

    @Test("a session of a counted use ends its time after the PIN, however often it is used")
    func use() throws {
        var authority = Authority(SessionLimits(autoLock: .seconds(60), clientAutoLock: .seconds(90)))
        for (surface, end) in [(Surface.panel, 60.0), (connection, 90)] {
            _ = authority.unlock(surface, by: try guest("uses=1"), at: .zero)
            authority.use(surface, at: .seconds(end - 1), localTime: .usual)
            #expect(authority.isUnlocked(surface, at: .seconds(end - 0.001), localTime: .usual))
            #expect(!authority.isUnlocked(surface, at: .seconds(end), localTime: .usual))
        }
    }

    @Test("the table holds 64 sessions and drops the least recently used one for a new one")
    func capacity() {
        var authority = Authority(SessionLimits(autoLock: .seconds(60), clientAutoLock: .seconds(300)))
        for number in 0..<64 { #expect(authority.unlock(.connection(UInt64(number)), by: ada, at: .seconds(1)) == []) }
        for number in 1..<64 { authority.use(.connection(UInt64(number)), at: .seconds(2), localTime: .usual) }
        #expect(authority.unlock(.connection(64), by: bob, at: .seconds(3)) == [.connection(0)])
        #expect(authority.sessions.count == 64)
        #expect(authority.unlock(.connection(64), by: ada, at: .seconds(4)) == [], "its own is replaced")
        #expect(authority.person(on: .connection(64), at: .seconds(4), localTime: .usual) == ada)
    }

    @Test("what is unlocked here is locked there, and ends by itself")
    func apart() {
        var authority = Authority(SessionLimits(autoLock: .seconds(60), clientAutoLock: .seconds(300)))
        #expect(authority.deadline(at: .zero, localTime: .usual) == nil)
        _ = authority.unlock(.panel, by: ada, at: .zero)
        _ = authority.unlock(.connection(1), by: bob, at: .zero)
        #expect(authority.person(on: .panel, at: .zero, localTime: .usual) == ada)
        #expect(authority.person(on: .connection(1), at: .zero, localTime: .usual) == bob)
        #expect(authority.person(on: .connection(2), at: .zero, localTime: .usual) == nil)
        #expect(authority.deadline(at: .zero, localTime: .usual) == .seconds(60))
        #expect(authority.advance(to: .seconds(60)) == [.panel])
        #expect(authority.deadline(at: .zero, localTime: .usual) == .seconds(300))
        #expect(authority.advance(to: .seconds(300)) == [.connection(1)])
        #expect(authority.deadline(at: .zero, localTime: .usual) == nil)
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
