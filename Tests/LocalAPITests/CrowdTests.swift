import EventLoop
import Foundation
import Glibc
import MonotonicTime
import Testing

@testable import LocalAPI

@Suite("Many clients", .serialized, .timeLimit(.minutes(5)))
@PanelActor
struct CrowdTests {
    private let fine = #"{"method":"test.example.Fine"}"#

    /// A client in its own process, which prints its answers. The script is in Perl, which every Debian has.
    private static let client = """
        use Socket; $/ = "\\0";
        socket(my $s, PF_UNIX, SOCK_STREAM, 0) or die; connect($s, pack_sockaddr_un($ARGV[0])) or die;
        syswrite($s, "$ARGV[1]\\0"); my $answer = <$s>; chop $answer; print $answer;
        """

    @Test("1,000 clients of one process get 24 connections; another process is served meanwhile")
    func thousand() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, 4_096)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let service = try SampleService()
        defer { service.server.stop() }
        var peers: [RawPeer] = []
        defer { for peer in peers { peer.hangUp() } }
        for _ in 0..<1_000 {
            peers.append(try service.connect())
            if peers.count.isMultiple(of: 100) { await EventLoop.panel.settle() }
        }
        for peer in peers { peer.say(fine) }
        await EventLoop.panel.settle()
        #expect(service.server.connectionCount == 24)
        let heard = peers.map { $0.heard() }
        #expect(heard.count { $0 == [WireTests.Case.fine] } == 24)
        #expect(heard.count { $0.first?.contains("io.holdfast.NoRoom") == true } == 976)
        #expect(peers.count(where: \.isOver) == 976)
        let child = try Child("/usr/bin/perl", ["-e", Self.client, service.path, fine])
        #expect(try await child.output() == WireTests.Case.fine)
        for peer in peers { peer.hangUp() }
        await EventLoop.panel.settle()
        #expect(service.server.connectionCount == 0)
        #expect(try await service.connect().answer(to: fine) == [WireTests.Case.fine])
    }

    @Test("all users together, and each user, get as many connections as their limits", arguments: [(3, 9), (9, 3)])
    func limits(all: Int, perUser: Int) async throws {
        var limits = VarlinkLimits()
        (limits.connections, limits.rootConnections) = (all, 0)
        limits.connectionsPerUser = perUser
        let service = try SampleService(limits: limits)
        defer { service.server.stop() }
        let peers = try (0..<5).map { _ in try service.connect() }
        defer { for peer in peers { peer.hangUp() } }
        await EventLoop.panel.settle()
        #expect(service.server.connectionCount == 3)
        #expect(peers.map { $0.heard().count } == [1, 1, 0, 0, 0], "the longest idle ones give way")
        peers[2].hangUp()
        await EventLoop.panel.settle()
        let next = try service.connect()
        defer { next.hangUp() }
        #expect(await next.answer(to: fine) == [WireTests.Case.fine])
    }

    @Test(
        "without free descriptors the loop does not spin, and accepts again after a while",
        arguments: [(EMFILE, Duration.seconds(3_600), 0), (ENOMEM, .milliseconds(1), 1)])
    func exhausted(code: Int32, pause: Duration, expected: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder("socket")
        let (descriptor, identity) = try LocalSocket.listen(path: path, mode: 0o600)
        var failures = 0
        var accepted = 0
        var resumed: CheckedContinuation<Void, Never>?
        let accept: (Int32) throws(LocalSocket.Failure) -> Int32 = { listener throws(LocalSocket.Failure) in
            guard failures == 0 else { return try LocalSocket.accept(listener) }
            failures += 1
            throw LocalSocket.Failure(call: "accept4", code: code)
        }
        let listener = try VarlinkListener(
            descriptor: descriptor, bound: (path, identity), pause: pause, acceptOne: accept
        ) { connection, peer in
            #expect(peer.user == getuid() && peer.group == getgid() && peer.process == getpid())
            accepted += 1
            close(connection)
            resumed?.resume()
        }
        let peer = try RawPeer(path: path)
        if expected > 0 {
            await withCheckedContinuation { resumed = $0 }
        } else {
            await EventLoop.panel.settle()
        }
        #expect(failures == 1 && accepted == expected)
        listener.close()
        peer.hangUp()
    }

    @Test("a user who connects more than 64 times in 100 ms is refused beyond that, and root is not")
    func comers() async throws {
        let folder = try TemporaryFolder()
        let path = folder("socket")
        let (descriptor, identity) = try LocalSocket.listen(path: path, mode: 0o600)
        var users: [UInt32] = []
        var number = 0
        let peers = try (0..<200).map { _ in try RawPeer(path: path) }
        let listener = try VarlinkListener(
            descriptor: descriptor, bound: (path, identity), pause: .zero,
            identify: { _ in
                number += 1
                return VarlinkPeer(user: number.isMultiple(of: 50) ? 0 : 1_000, group: 0, process: 1)
            }
        ) { connection, peer in
            users.append(peer.user)
            close(connection)
        }
        await EventLoop.panel.settle()
        #expect(number == 200)
        #expect(users.count { $0 == 0 } == 4)
        // A slow machine may have begun another window.
        let most = VarlinkLimits.newConnectionsPerUser
        #expect((most...2 * most).contains(users.count { $0 == 1_000 }))
        listener.close()
        for peer in peers { peer.hangUp() }
    }

    @Test("storms of costly messages leave the server usable for others")
    func storm() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let costly =
            #"{"method":"test.example.Fine","parameters":{"x":["#
            + String(repeating: "[],", count: 2_000) + "1]}}"
        let peers = try (0..<15).map { _ in try service.connect() }
        defer { for peer in peers { peer.hangUp() } }
        for peer in peers { for _ in 0..<10 { peer.say(costly) } }
        let victim = try service.connect()
        defer { victim.hangUp() }
        #expect(await victim.answer(to: fine) == [WireTests.Case.fine])
        await EventLoop.panel.settle()
        for peer in peers { #expect(peer.heard().count == 10) }
    }
}
