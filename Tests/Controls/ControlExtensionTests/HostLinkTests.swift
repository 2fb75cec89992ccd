import ControlExtension
import Controls
import LocalAPI
import Synchronization
import Testing

/// The requests of a process to its panel.
struct HostLinkTests {
    private final class Reports: Sendable {
        private let reports = Mutex<[String]>([])
        var all: [String] { reports.withLock { $0 } }
        @Sendable func add(_ report: String) { reports.withLock { $0.append(report) } }
    }

    @Test("C43 a storm of reloads becomes one request, and one more")
    func storm() {
        let connection = FakeConnection()
        let link = HostLink(connection) { _ in }
        for _ in 0..<10_000 { link.reload(kind: "org.example.lamp") }
        #expect(connection.requests.count == 1)
        connection.answerNext(.success(.done))
        #expect(connection.requests == [.reload(kind: "org.example.lamp"), .reload(kind: "org.example.lamp")])
        connection.answerNext(.success(.done))
        #expect(connection.requests.count == 2)
    }

    @Test("C42 reloads of different kinds, and of all kinds, are separate requests")
    func kinds() {
        let connection = FakeConnection()
        let link = HostLink(connection) { _ in }
        link.reload(kind: "org.example.lamp")
        link.reload(kind: "org.example.door")
        link.reload(kind: nil)
        #expect(connection.requests.count == 3)
    }

    @Test("a failed request without a waiting caller is reported once")
    func reports() {
        let (connection, reports) = (FakeConnection(), Reports())
        let link = HostLink(connection, report: reports.add)
        for result: Result<HostAnswer, PanelConnectionError> in [
            .failure(.lost), .failure(.lost), .failure(.notYours(kind: "x.y")), .success(.done), .failure(.lost),
        ] {
            link.reload(kind: "x.y")
            connection.answerNext(result)
        }
        #expect(
            reports.all == [
                "panel: the panel went away before it answered",
                "panel: the kind x.y is not one of this user's extensions",
                "panel: the panel went away before it answered",
            ])
    }

    @Test("C46 the placed controls are returned, each with its configuration")
    func currentControls() async throws {
        let placement = PlacedControl(
            kind: "org.example.sample.room", configuration: ["room": .string("hall")], pushToken: "secret")
        let link = HostLink(FakeConnection { _ in .success(.placements([placement])) })
        #expect(try await link.currentControls() == [placement])
    }

    @Test("an answer of another type is an error")
    func wrongAnswer() async {
        let link = HostLink(FakeConnection { _ in .success(.done) })
        await #expect(throws: PanelConnectionError.self) { try await link.currentControls() }
        await #expect(throws: PanelConnectionError.self) { try await link.confirm(performance: "1", dialog: nil) }
    }

    @Test("C26 a request is withdrawn when its task is cancelled", arguments: [false, true])
    func cancelled(before: Bool) async {
        let connection = FakeConnection()
        let link = HostLink(connection)
        // Nothing comes over this stream; a wait for it ends with its task.
        let never = AsyncStream<Void>.makeStream()
        let asking = Task {
            // In one of the cases the task is cancelled before the request.
            if before { for await _ in never.stream {} }
            return try await link.confirm(performance: "1", dialog: nil)
        }
        if !before { await connection.sent(1) }
        asking.cancel()
        await #expect(throws: PanelConnectionError.cancelled) { try await asking.value }
        never.continuation.finish()
    }
}
