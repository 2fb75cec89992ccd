import ControlExtension
import Controls
import LocalAPI
import Testing

/// The results that intents of a bundle return to the panel (C31).
@MainActor
struct ReturningTests {
    private func reply(_ count: Int) async throws -> PerformReply {
        let bundle = ResolvedBundle(CountingBundle(), name: "Counting")
        let service = BundleService(
            bundle,
            context: ExtensionContext(
                name: "counting", displayName: "Counting",
                link: HostLink(FakeConnection { _ in .success(.done) }) { _ in },
                container: SharedContainer(path: try TestFolder().path)))
        return try await service.perform(
            PerformRequest(
                performance: "1", kind: "org.example.counting.visitors", intent: "CountVisitors",
                values: ["count": .int(count)]))
    }

    @Test("C31 a dialog and a value reach the panel as text and as data")
    func returned() async throws {
        let reply = try await reply(2)
        #expect(reply.failure == nil)
        #expect(reply.dialog == "2 visitors")
        #expect(reply.value == .array([.string("Visitor 1"), .string("Visitor 2")]))
        #expect(reply.problem == nil)
    }

    @Test("C31 a value that is too large for a message is left out, and the panel is told why")
    func tooLarge() async throws {
        let reply = try await reply(2_000)
        #expect(reply.failure == nil)
        #expect(reply.dialog == "2000 visitors")
        #expect(reply.value == nil)
        #expect(reply.problem == "its value is not passed on: it has more than 1024 values")
    }
}

private struct CountingBundle: WidgetBundle {
    var body: some Widget { Visitors() }
}

private struct Visitors: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.counting.visitors") {
            ControlWidgetButton(action: CountVisitors()) { Text("Visitors") }
        }
    }
}

private struct CountVisitors: AppIntent {
    static let title: LocalizedStringResource = "Count Visitors"

    @Parameter(title: "Count", default: 0) var count: Int

    func perform() async throws -> some IntentResult & ReturnsValue<[String]> & ProvidesDialog {
        .result(value: (0..<count).map { "Visitor \($0 + 1)" }, dialog: "\(count) visitors")
    }
}
