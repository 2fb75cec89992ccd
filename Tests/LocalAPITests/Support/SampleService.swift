import EventLoop
import LocalAPI

/// A service with methods of every kind, and a record of their calls.
@PanelActor
final class SampleService {
    struct Echo: Codable, Sendable, Hashable {
        var text: String
        var number: Int?
    }

    struct Number: Codable, Sendable, Hashable {
        var number: Int
    }

    struct Bad: VarlinkError {
        static let varlinkName = "test.example.Bad"
        var reason: String
        var code: Int
    }

    let folder: TemporaryFolder
    let server: VarlinkServer
    let path: String
    /// The unanswered calls of `Hold`.
    private(set) var held: [VarlinkCall<NoParameters>] = []
    /// The calls of `Feed`.
    private(set) var fed: [VarlinkCall<Echo>] = []
    /// The calls and their ends.
    var log: [String] = []
    /// The number of numbers that `Count` has produced.
    private(set) var counted = 0

    static let text = """
        interface test.example
        method Echo(text: string, number: ?int) -> (text: string, number: ?int)
        method Fine() -> ()
        method Count(number: int) -> (number: int)
        method Hold() -> ()
        method Feed() -> (text: string)
        method Fail() -> ()
        error Bad (reason: string, code: int)
        """

    init(limits: VarlinkLimits = VarlinkLimits(), pace: MessagePace? = nil) throws {
        folder = try TemporaryFolder()
        path = folder("socket")
        weak var service: SampleService?
        server = VarlinkServer(
            product: "Sample", version: "1",
            interfaces: [
                VarlinkInterface(
                    name: "test.example", description: Self.text,
                    methods: [
                        .method("Echo", Echo.self, Echo.self) { parameters, call in
                            service?.log.append(parameters.text)
                            call.reply(parameters)
                        },
                        .method("Fine", NoParameters.self, NoParameters.self) { _, call in
                            call.reply(NoParameters())
                            call.reply(NoParameters())
                            call.fail(Bad(reason: "answered already", code: 1))
                        },
                        .method("Count", Number.self, Number.self, streams: true) { parameters, call in
                            var number = 0
                            call.stream {
                                guard number < parameters.number else { return nil }
                                number += 1
                                service?.counted += 1
                                return Number(number: number)
                            }
                        },
                        .method("Hold", NoParameters.self, NoParameters.self) { _, call in
                            service?.log.append("held")
                            service?.held.append(call)
                            call.ended = { service?.log.append("ended") }
                        },
                        .method("Feed", NoParameters.self, Echo.self, streams: true) { _, call in
                            service?.fed.append(call)
                            call.ended = { service?.log.append("ended") }
                        },
                        .method("Fail", NoParameters.self, NoParameters.self) { _, call in
                            call.fail(Bad(reason: "out of paper", code: 7))
                        },
                    ])
            ], limits: limits, pace: pace)
        service = self
        try server.listen(path: path, mode: 0o600)
    }

    func connect() throws -> RawPeer { try RawPeer(path: path) }
}
