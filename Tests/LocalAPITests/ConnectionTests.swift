import EventLoop
import Foundation
import Glibc
import Testing

@testable import LocalAPI

@Suite("Varlink connections", .timeLimit(.minutes(5)))
@PanelActor
struct ConnectionTests {
    private let fine = #"{"method":"test.example.Fine"}"#
    private let hold = #"{"method":"test.example.Hold"}"#

    @Test("a client that disconnects ends its call once, and other connections go on")
    func hangUp() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peers = try (0..<3).map { _ in try service.connect() }
        for peer in peers { peer.say(hold) }
        await EventLoop.panel.settle()
        #expect(service.log == ["held", "held", "held"])
        peers[1].hangUp()
        await EventLoop.panel.settle()
        #expect(service.log.filter { $0 == "ended" }.count == 1)
        #expect(service.server.connectionCount == 2)
        for call in service.held { call.reply(NoParameters()) }
        await EventLoop.panel.settle()
        #expect(peers[0].heard() == [WireTests.Case.fine] && peers[2].heard() == [WireTests.Case.fine])
        service.server.stop()
        await EventLoop.panel.settle()
        #expect(service.log.filter { $0 == "ended" }.count == 1, "what has been answered does not end again")
        #expect(peers[0].heard() == [] && peers[0].isOver)
        for peer in peers { peer.hangUp() }
    }

    @Test("stopping the server ends the current calls and removes the socket")
    func stopping() async throws {
        let service = try SampleService()
        let peer = try service.connect()
        peer.say(hold)
        await EventLoop.panel.settle()
        service.server.stop()
        #expect(service.log == ["held", "ended"])
        peer.waitToRead()
        #expect(peer.heard() == [] && peer.isOver)
        #expect(LocalSocket.Identity(path: service.path) == nil)
        service.held[0].reply(NoParameters())
        await EventLoop.panel.settle()
        peer.hangUp()
    }

    @Test("calls wait while another is in progress, and more than a buffer of them block only their sender")
    func backPressure() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        peer.say(hold)
        let echo = #"{"method":"test.example.Echo","parameters":{"text":"\#(String(repeating: "x", count: 9_000))"}}"#
        var sent = 0
        var count = 1
        while count > 0 && sent < 1_000 {
            count = peer.say(echo) ? 1 : 0
            sent += count
            await EventLoop.panel.settle()
        }
        // The rest of a partly sent message would be half a message, so that this connection sends no more.
        #expect(sent > 5 && sent < 200, "the kernel's buffer and one message of ours")
        #expect(service.log == ["held"])
        let other = try service.connect()
        defer { other.hangUp() }
        #expect(await other.answer(to: fine) == [WireTests.Case.fine])
        service.held[0].reply(NoParameters())
        await EventLoop.panel.settle()
        var heard = peer.heard()
        while heard.count < sent + 1 {
            await EventLoop.panel.settle()
            let more = peer.heard()
            guard !more.isEmpty else { break }
            heard += more
        }
        #expect(heard.count == sent + 1)
        #expect(service.log.count == sent + 1)
    }

    @Test("earlier messages of a client that has disconnected are performed only if they are oneway")
    func goneBefore() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        peer.say(#"{"method":"test.example.Echo","parameters":{"text":"a"},"oneway":true}"#)
        peer.say(#"{"method":"test.example.Echo","parameters":{"text":"b"}}"#)
        peer.say(#"{"method":"test.example.Echo","parameters":{"text":"c"},"oneway":true}"#)
        peer.send(#"{"method":"test.example.Echo","parameters""#.utf8)
        peer.hangUp()
        await EventLoop.panel.settle()
        #expect(service.log == ["a", "c"])
        #expect(service.server.connectionCount == 0)
    }

    @Test("a oneway call goes on after its client disconnects, and the next call waits for it")
    func onewayGoesOn() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        peer.say(#"{"method":"test.example.Hold","oneway":true}"#)
        peer.say(#"{"method":"test.example.Echo","parameters":{"text":"after"},"oneway":true}"#)
        peer.hangUp()
        await EventLoop.panel.settle()
        #expect(service.log == ["held"])
        service.held[0].reply(NoParameters())
        await EventLoop.panel.settle()
        #expect(service.log == ["held", "after"])
        #expect(service.server.connectionCount == 0)
    }

    @Test("a client that has closed its sending side still gets its answers, and then the connection ends")
    func halfClosed() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        peer.say(hold)
        peer.say(fine)
        peer.send(Array(fine.utf8))
        peer.finish()
        await EventLoop.panel.settle()
        #expect(peer.heard() == [] && !peer.isOver)
        service.held[0].reply(NoParameters())
        await EventLoop.panel.settle()
        #expect(peer.heard() == [WireTests.Case.fine, WireTests.Case.fine], "half a message is none")
        #expect(peer.isOver)
        #expect(service.server.connectionCount == 0)
    }

    @Test("messages of every size keep their order, on whichever thread they are decoded")
    func order() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        var heard: [String] = []
        var expected: [String] = []
        for number in 0..<200 {
            let text = "\(number) " + String(repeating: "x", count: number.isMultiple(of: 3) ? 20_000 : 5)
            expected.append(text)
            peer.say(#"{"method":"test.example.Echo","parameters":{"text":"\#(text)"}}"#)
            if number % 4 == 3 {
                await EventLoop.panel.settle()
                heard += peer.heard()
            }
        }
        #expect(service.log == expected)
        #expect(heard == expected.map { #"{"parameters":{"text":"\#($0)"}}"# })
    }

    @Test("a stream is produced only as fast as the client reads it, and arrives completely")
    func slowStream() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        peer.say(#"{"method":"test.example.Count","parameters":{"number":100000},"more":true}"#)
        await EventLoop.panel.settle()
        #expect(service.counted > 100 && service.counted < 50_000)
        let other = try service.connect()
        defer { other.hangUp() }
        #expect(await other.answer(to: fine) == [WireTests.Case.fine])
        var heard = 0
        while !peer.isOver && heard < 100_000 {
            let messages = peer.heard()
            heard += messages.count
            if heard == 100_000 { #expect(messages.last == #"{"parameters":{"number":100000}}"#) }
            await EventLoop.panel.settle()
        }
        #expect(heard == 100_000)
        #expect(service.counted == 100_000)
    }

    @Test("pushed replies wait for a slow reader up to the limit, and then the connection ends")
    func slowReader() async throws {
        var limits = VarlinkLimits()
        limits.queuedReplies = 500
        let service = try SampleService(limits: limits)
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        peer.say(#"{"method":"test.example.Feed","more":true}"#)
        await EventLoop.panel.settle()
        let call = try #require(service.fed.first)
        let text = String(repeating: "x", count: 1_000)
        var heard: [String] = []
        for number in 0..<600 {
            call.push(.init(text: text, number: number))
            if number % 300 == 299 { await EventLoop.panel.settle() }
        }
        #expect(service.log == [], "what the kernel and the output take does not count")
        while heard.count < 600 {
            let messages = peer.heard()
            heard += messages
            guard !messages.isEmpty else { break }
            await EventLoop.panel.settle()
        }
        #expect(heard.count == 600)
        #expect(heard.last == #"{"continues":true,"parameters":{"number":599,"text":"\#(text)"}}"#)
        for number in 0..<3_000 {
            call.push(.init(text: text, number: number))
            if number % 300 == 299 { await EventLoop.panel.settle() }
        }
        #expect(service.log == ["ended"])
        #expect(service.server.connectionCount == 0)
        call.reply(.init(text: "late"))
        await EventLoop.panel.settle()
    }

    @Test("replies over the size limit are left out, and a last reply loses its parameters")
    func longReply() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        peer.say(#"{"method":"test.example.Feed","more":true}"#)
        await EventLoop.panel.settle()
        let call = try #require(service.fed.first)
        for count in [65_493, 65_494, 200_000] { call.push(.init(text: String(repeating: "x", count: count))) }
        call.reply(.init(text: "end"))
        await EventLoop.panel.settle()
        #expect(peer.heard().map(\.utf8.count) == [65_536, 29])
        peer.say(#"{"method":"test.example.Feed","more":true}"#)
        await EventLoop.panel.settle()
        try #require(service.fed.last).reply(.init(text: String(repeating: "x", count: 65_536)))
        await EventLoop.panel.settle()
        #expect(peer.heard().last == #"{"parameters":{}}"#)
        peer.say(#"{"method":"test.example.Feed","more":true}"#)
        await EventLoop.panel.settle()
        try #require(service.fed.last).reply(
            .init(text: String(repeating: "x", count: 65_536)), shorter: .init(text: "too much"))
        await EventLoop.panel.settle()
        #expect(peer.heard().last == #"{"parameters":{"text":"too much"}}"#)
    }

    @Test("the socket has the requested permissions and replaces a dead one, and never a live one")
    func listening() async throws {
        let folder = try TemporaryFolder()
        let path = folder("socket")
        let servers = (0..<3).map { _ in VarlinkServer(product: "", version: "", interfaces: []) }
        try servers[0].listen(path: path, mode: 0o640)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o640)
        #expect(throws: VarlinkServerError.inUse(path: path)) { try servers[1].listen(path: path, mode: 0o600) }
        // A dead socket: bound, and closed without being removed.
        let stale = folder("stale")
        close(try LocalSocket.listen(path: stale, mode: 0o600).descriptor)
        try servers[1].listen(path: stale, mode: 0o600)
        #expect(try await RawPeer(path: stale).answer(to: fine).count == 1)
        // Another file has taken the socket's place, and stays.
        unlink(stale)
        try servers[2].listen(path: stale, mode: 0o600)
        servers[1].stop()
        #expect(LocalSocket.Identity(path: stale)?.isSocket == true)
        for server in servers { server.stop() }
        #expect(LocalSocket.Identity(path: stale) == nil && LocalSocket.Identity(path: path) == nil)
    }

    @Test("a path on which the server cannot listen is reported with a remedy")
    func listeningErrors() throws {
        let folder = try TemporaryFolder()
        let server = VarlinkServer(product: "", version: "", interfaces: [])
        defer { server.stop() }
        let file = folder("file")
        try Data("precious".utf8).write(to: URL(filePath: file))
        #expect(throws: VarlinkServerError.notASocket(path: file)) { try server.listen(path: file, mode: 0o600) }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        let long = folder(String(repeating: "x", count: 120))
        #expect(throws: VarlinkServerError.pathTooLong(path: long, limit: 107)) {
            try server.listen(path: long, mode: 0o600)
        }
        let exact = folder(String(repeating: "x", count: 107 - folder("").utf8.count))
        try server.listen(path: exact, mode: 0o600)
        let missing = folder("no/socket")
        let error = #expect(throws: VarlinkServerError.self) { try server.listen(path: missing, mode: 0o600) }
        #expect(error?.description == "\(missing): bind: No such file or directory")
        #expect(throws: VarlinkServerError.notListening(descriptor: 0)) { try server.listen(descriptor: 0) }
    }

    @Test("a descriptor from the service manager is used, and its path stays")
    func inherited() async throws {
        let folder = try TemporaryFolder()
        let path = folder("socket")
        let (descriptor, _) = try LocalSocket.listen(path: path, mode: 0o600)
        _ = fcntl(descriptor, F_SETFL, 0)
        _ = fcntl(descriptor, F_SETFD, 0)
        let server = VarlinkServer(product: "", version: "", interfaces: [])
        try server.listen(descriptor: descriptor)
        #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC && fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        let peer = try RawPeer(path: path)
        #expect(await peer.answer(to: #"{"method":"org.varlink.service.GetInfo"}"#).count == 1)
        server.stop()
        #expect(LocalSocket.Identity(path: path) != nil)
        peer.hangUp()
    }
}
