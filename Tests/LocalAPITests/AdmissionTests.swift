import EventLoop
import MonotonicTime
import Testing

@testable import LocalAPI

@Suite("Room for connections", .timeLimit(.minutes(5)))
@PanelActor
struct AdmissionTests {
    private let fine = #"{"method":"test.example.Fine"}"#
    private let hold = #"{"method":"test.example.Hold"}"#
    private let feed = #"{"method":"test.example.Feed","more":true}"#

    private static func peer(_ user: UInt32, process: Int32) -> VarlinkPeer {
        VarlinkPeer(user: user, group: user, process: process)
    }

    /// Makes `count` connections of `user`, four per process. Each is idle since its number of seconds, or none is
    /// idle.
    private static func holders(_ count: Int, of user: UInt32, idle: Bool = true) -> [VarlinkAdmission.Holder] {
        (0..<count).map { number in
            VarlinkAdmission.Holder(
                peer: peer(user, process: Int32(number / 4)),
                idleSince: idle ? .zero.advanced(by: .seconds(number)) : nil)
        }
    }

    private static func admission(_ holders: [VarlinkAdmission.Holder]) -> VarlinkAdmission {
        VarlinkAdmission(limits: VarlinkLimits(), holders: holders)
    }

    @Test(
        "64 connections in use by two users leave root its eight places, and further ones are refused with the reason"
    )
    func reserved() {
        var holders = Self.holders(48, of: 1_000, idle: false) + Self.holders(8, of: 1_001, idle: false)
        #expect(
            Self.admission(holders).decide(on: Self.peer(1_001, process: 99))
                == .refuse(.init("all 56 connections are in use")))
        #expect(
            Self.admission(holders).decide(on: Self.peer(1_000, process: 99))
                == .refuse(.init("user 1000 uses as many connections as a user may have (48)")))
        for number in 0..<8 {
            let root = Self.peer(0, process: Int32(number))
            #expect(Self.admission(holders).decide(on: root) == .accept)
            holders.append(.init(peer: root))
        }
        #expect(
            Self.admission(holders).decide(on: Self.peer(0, process: 99))
                == .refuse(.init("all 56 connections are in use")))
    }

    @Test("if two users hold all connections idle, the user with more loses the longest idle one")
    func mostConnections() {
        let holders = Self.holders(24, of: 1_001) + Self.holders(32, of: 1_000)
        #expect(Self.admission(holders).decide(on: Self.peer(1_002, process: 1)) == .replace(24))
        // If the newcomer's user has as many connections as others, or more, its own give way.
        #expect(Self.admission(holders).decide(on: Self.peer(1_000, process: 99)) == .replace(24))
        #expect(Self.admission(holders).decide(on: Self.peer(1_001, process: 99)) == .replace(24))
        let even = Self.holders(28, of: 1_001) + Self.holders(28, of: 1_000)
        #expect(Self.admission(even).decide(on: Self.peer(1_000, process: 99)) == .replace(28))
    }

    @Test("a connection in use never gives way, so that the next user's longest idle one does")
    func inUse() {
        var holders = Self.holders(32, of: 1_000, idle: false) + Self.holders(24, of: 1_001)
        #expect(Self.admission(holders).decide(on: Self.peer(1_002, process: 1)) == .replace(32))
        #expect(
            Self.admission(holders).decide(on: Self.peer(1_000, process: 99))
                == .refuse(.init("all 56 connections are in use")),
            "a user with fewer connections loses none to one with more")
        holders[5].idleSince = .zero.advanced(by: .seconds(900))
        #expect(Self.admission(holders).decide(on: Self.peer(1_002, process: 1)) == .replace(5))
    }

    @Test(
        "at a process's or user's limit its own longest idle connection gives way, or the newcomer is refused")
    func ownLimits() {
        var process = (0..<24).map {
            VarlinkAdmission.Holder(peer: Self.peer(1_000, process: 7), idleSince: $0 == 9 ? .zero : nil)
        }
        #expect(Self.admission(process).decide(on: Self.peer(1_000, process: 7)) == .replace(9))
        #expect(Self.admission(process).decide(on: Self.peer(1_000, process: 8)) == .accept)
        process[9].idleSince = nil
        #expect(
            Self.admission(process).decide(on: Self.peer(1_000, process: 7))
                == .refuse(.init("process 7 uses as many connections as a process may have (24)")))
        #expect(Self.admission(Self.holders(48, of: 1_000)).decide(on: Self.peer(1_000, process: 99)) == .replace(0))
        #expect(Self.admission(Self.holders(48, of: 1_000)).decide(on: Self.peer(1_001, process: 99)) == .accept)
    }

    @Test("streams have a limit per user and one for all, and root's count for neither")
    func streams() {
        func streams(_ count: Int, of user: UInt32) -> [VarlinkAdmission.Holder] {
            Self.holders(count, of: user, idle: false).map { holder in
                var holder = holder
                holder.isStream = true
                return holder
            }
        }
        let crowded = Self.admission(streams(24, of: 1_000) + streams(8, of: 0))
        #expect(
            crowded.refusalOfStream(of: Self.peer(1_000, process: 1))?.reason
                == "user 1000 has as many streams as a user may have (24)")
        #expect(crowded.refusalOfStream(of: Self.peer(1_001, process: 1)) == nil)
        let full = Self.admission(streams(20, of: 1_000) + streams(20, of: 1_001) + streams(8, of: 1_002))
        #expect(
            full.refusalOfStream(of: Self.peer(1_003, process: 1))?.reason
                == "all 48 streams are in use")
        #expect(full.refusalOfStream(of: Self.peer(0, process: 1)) == nil)
    }

    // MARK: On sockets

    /// A service with two places, which the process's own user may fill.
    private func service(streamsPerUser: Int = 16) throws -> SampleService {
        var limits = VarlinkLimits()
        (limits.connections, limits.rootConnections, limits.streamsPerUser) = (2, 0, streamsPerUser)
        let service = try SampleService(limits: limits)
        service.server.identify = { Self.peer(1_000, process: $0.process) }
        return service
    }

    private static func noRoom(_ reason: String) -> String {
        #"{"error":"io.holdfast.NoRoom","parameters":{"reason":"\#(reason)"}}"#
    }

    @Test("a client whose idle connection gives way receives the reason, as does one that finds no room")
    func told() async throws {
        let service = try service()
        defer { service.server.stop() }
        let first = try service.connect()
        #expect(await first.answer(to: fine) == [WireTests.Case.fine])
        let second = try service.connect()
        #expect(await second.answer(to: hold) == [])
        let third = try service.connect()
        #expect(await third.answer(to: hold) == [])
        #expect(first.heard() == [Self.noRoom("it was idle, and others needed the room")] && first.isOver)
        let fourth = try service.connect()
        await EventLoop.panel.settle()
        #expect(fourth.heard() == [Self.noRoom("all 2 connections are in use")] && fourth.isOver)
        for call in service.held { call.reply(NoParameters()) }
        await EventLoop.panel.settle()
        #expect(second.heard() == [WireTests.Case.fine] && third.heard() == [WireTests.Case.fine])
        for peer in [first, second, third, fourth] { peer.hangUp() }
    }

    @Test("a connection is not idle while its stream is read or its client depends on the session")
    func notIdle() async throws {
        let service = try service()
        defer { service.server.stop() }
        let watching = try service.connect()
        #expect(await watching.answer(to: feed) == [])
        let unlocked = try service.connect()
        unlocked.say(hold)
        await EventLoop.panel.settle()
        service.held[0].session.isInUse = { [weak service] in service?.log.last != "locked" }
        service.held[0].reply(NoParameters())
        await EventLoop.panel.settle()
        #expect(unlocked.heard() == [WireTests.Case.fine])
        let refused = try service.connect()
        await EventLoop.panel.settle()
        #expect(refused.heard() == [Self.noRoom("all 2 connections are in use")])
        service.log.append("locked")
        let accepted = try service.connect()
        #expect(await accepted.answer(to: fine) == [WireTests.Case.fine])
        #expect(unlocked.heard().count == 1 && unlocked.isOver && !watching.isOver)
        for peer in [watching, unlocked, refused, accepted] { peer.hangUp() }
    }

    @Test("a connection with an unread call in the socket's buffer does not give way")
    func unread() async throws {
        let service = try service()
        defer { service.server.stop() }
        let first = try service.connect()
        let second = try service.connect()
        #expect(await second.answer(to: hold) == [])
        // The server accepts the next connection in the same turn, before reading this one's call.
        let third = try service.connect()
        first.say(hold)
        await EventLoop.panel.settle()
        #expect(third.heard() == [Self.noRoom("all 2 connections are in use")] && !first.isOver)
        for peer in [first, second, third] { peer.hangUp() }
    }

    @Test("a stream over the user's limit is refused with the reason, and its connection stays usable")
    func tooManyStreams() async throws {
        let service = try service(streamsPerUser: 1)
        defer { service.server.stop() }
        let (first, second) = (try service.connect(), try service.connect())
        #expect(await first.answer(to: feed) == [])
        #expect(await second.answer(to: feed) == [Self.noRoom("user 1000 has as many streams as a user may have (1)")])
        #expect(await second.answer(to: fine) == [WireTests.Case.fine])
        service.fed[0].reply(.init(text: "end"))
        await EventLoop.panel.settle()
        #expect(await second.answer(to: feed) == [] && service.fed.count == 2)
        for peer in [first, second] { peer.hangUp() }
    }

    @Test("a connection is idle if its client takes no replies for 10 s, and not while it takes them")
    func stalled() async throws {
        var limits = VarlinkLimits()
        (limits.connections, limits.rootConnections, limits.stall) = (1, 0, .zero)
        let service = try SampleService(limits: limits)
        service.server.identify = { Self.peer(1_000, process: $0.process) }
        defer { service.server.stop() }
        let count = #"{"method":"test.example.Count","parameters":{"number":100000},"more":true}"#
        let first = try service.connect()
        first.say(count)
        await EventLoop.panel.settle()
        let second = try service.connect()
        #expect(await second.answer(to: fine) == [WireTests.Case.fine])
        #expect(service.server.connectionCount == 1)
        for peer in [first, second] { peer.hangUp() }
        #expect(VarlinkLimits().stall == .seconds(10))
    }
}
