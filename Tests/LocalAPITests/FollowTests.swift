import EventLoop
import Testing

@testable import LocalAPI

/// Streams whose later replies do not exist yet.
@Suite("Varlink calls that follow", .timeLimit(.minutes(5)))
@PanelActor
struct FollowTests {
    /// Answers with its numbers, and with further ones as soon as they exist.
    @PanelActor
    private final class Numbers {
        struct Number: Codable, Sendable, Hashable {
            var number: Int
        }

        struct Broken: VarlinkError {
            static let varlinkName = "test.follow.Broken"
        }

        let folder: TemporaryFolder
        let server: VarlinkServer
        /// The last existing number.
        var last = 0
        var end: VarlinkStep<Number> = .wait
        /// Whether the stream resumes itself while it is asked.
        var resumesItself = false
        private(set) var taken = 0
        private(set) var calls: [VarlinkCall<Number>] = []
        private(set) var hungUp = 0

        init() throws {
            folder = try TemporaryFolder()
            weak var numbers: Numbers?
            server = VarlinkServer(
                product: "Sample", version: "1",
                interfaces: [
                    VarlinkInterface(
                        name: "test.follow", description: "interface test.follow\nmethod Follow() -> (number: int)\n",
                        methods: [
                            .method("Follow", NoParameters.self, Number.self, streams: true) { _, call in
                                numbers?.follow(call)
                            }
                        ])
                ])
            numbers = self
            try server.listen(path: folder("socket"), mode: 0o600)
        }

        private func follow(_ call: VarlinkCall<Number>) {
            calls.append(call)
            var next = 0
            call.ended = { [weak self] in self?.hungUp += 1 }
            call.follow { [weak self, unowned call] in
                guard let self else { return .end }
                if resumesItself { call.resume() }
                guard next < last else { return end }
                next += 1
                taken += 1
                return .reply(Number(number: next))
            }
        }

        func resume() async {
            for call in calls { call.resume() }
            await EventLoop.panel.settle()
        }

        func connect() throws -> RawPeer { try RawPeer(path: folder("socket")) }
    }

    private let call = #"{"method":"test.follow.Follow","more":true}"#

    private func reply(_ number: Int) -> String { #"{"continues":true,"parameters":{"number":\#(number)}}"# }

    @Test("each reply of a stream is sent once it exists, and the stream ends or fails once", arguments: [false, true])
    func following(fails: Bool) async throws {
        let numbers = try Numbers()
        defer { numbers.server.stop() }
        let peer = try numbers.connect()
        defer { peer.hangUp() }
        #expect(await peer.answer(to: call) == [])
        numbers.last = 2
        await numbers.resume()
        #expect(peer.heard() == [reply(1), reply(2)])
        await numbers.resume()
        #expect(peer.heard() == [])
        numbers.last = 3
        numbers.end = fails ? .failure(Numbers.Broken()) : .end
        await numbers.resume()
        let end = fails ? #"{"error":"test.follow.Broken","parameters":{}}"# : #"{"parameters":{}}"#
        #expect(peer.heard() == [reply(3), end])
        numbers.last = 9
        await numbers.resume()
        #expect(peer.heard() == [])
        #expect(numbers.hungUp == 0)
        // The connection accepts the next call.
        (numbers.last, numbers.end) = (0, .end)
        #expect(await peer.answer(to: call) == [#"{"parameters":{}}"#])
    }

    @Test(
        "a slow reader limits the replies that a stream produces, and a disconnection is noticed without replies"
    )
    func slow() async throws {
        let numbers = try Numbers()
        defer { numbers.server.stop() }
        numbers.last = 100_000
        let peer = try numbers.connect()
        peer.say(call)
        await EventLoop.panel.settle()
        let taken = numbers.taken
        #expect(taken > 100 && taken < 20_000)
        for _ in 0..<3 { await numbers.resume() }
        #expect(numbers.taken == taken, "asking again does not make room")
        var heard = 0
        while !peer.isOver && heard < 100_000 {
            heard += peer.heard().count
            await EventLoop.panel.settle()
        }
        #expect(heard == 100_000)
        peer.hangUp()
        await EventLoop.panel.settle()
        #expect(numbers.hungUp == 1)
        await numbers.resume()
    }

    @Test("a stream that resumes itself while it is asked sends each reply once")
    func reentrance() async throws {
        let numbers = try Numbers()
        defer { numbers.server.stop() }
        (numbers.last, numbers.resumesItself) = (40, true)
        let peer = try numbers.connect()
        defer { peer.hangUp() }
        peer.say(call)
        var heard: [String] = []
        while heard.count < 40 {
            await EventLoop.panel.settle()
            heard += peer.heard()
        }
        #expect(heard == (1...40).map(reply))
        numbers.last = 41
        await numbers.resume()
        #expect(peer.heard() == [reply(41)])
    }

    @Test("a oneway call asks a stream for nothing, and ends it")
    func oneway() async throws {
        let numbers = try Numbers()
        defer { numbers.server.stop() }
        numbers.last = 5
        let peer = try numbers.connect()
        defer { peer.hangUp() }
        #expect(await peer.answer(to: #"{"method":"test.follow.Follow","more":true,"oneway":true}"#) == [])
        #expect(numbers.taken == 0)
        #expect(numbers.hungUp == 1)
        #expect(await peer.answer(to: call) == (1...5).map(reply))
    }
}
