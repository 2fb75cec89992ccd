import Controls
import FoundationEssentials
import Testing

/// The URL of a literal.
private func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/no-url") }

@Suite @MainActor
struct OpenURLTests {
    nonisolated private static let page = url("https://example.org/lights?room=hall#lamp")
    private static let target = OpenTarget(
        type: "URL", typeName: "URL", value: .string("https://example.org/lights?room=hall#lamp"), title: "example.org")

    @Test("C22 a button's OpenURLIntent opens its URL; the hint is that of a button that opens")
    func action() async throws {
        let page = try evaluate(displayName: "Lights") {
            ControlWidgetButton(action: OpenURLIntent(Self.page)) { Text("Lights") }
        }
        #expect(page.snapshot().hint == "Hold to Open Lights")
        #expect(page.intent.target == Self.target)
        #expect(!page.intent.isDiscoverable)
        let performed = try await page.performAction()
        #expect(performed.target == Self.target)
        #expect(!performed.openAppWhenRun)
    }

    @Test("C22 a result's OpenURLIntent is the next intent, with its URL as data")
    func result() async throws {
        let next = try #require(
            try await PerformableIntent(ShowLights.self, parameters: ["isShown": .bool(true)]).perform().opensIntent)
        #expect(next.parameterValues == ["url": .string(Self.page.absoluteString)])
        let again = try PerformableIntent(OpenURLIntent.self, parameters: next.parameterValues)
        #expect(try await again.perform().target == Self.target)
    }

    @Test("C22 a plain result may stand where an opened intent is promised, and opens nothing")
    func plainResult() async throws {
        let performed = try await PerformableIntent(ShowNothing.self, parameters: [:]).perform()
        #expect(performed.opensIntent == nil && performed.target == nil)
    }

    @Test("C22 EnvironmentValues().openURL opens the last URL of a perform(), and nothing outside of one")
    func environment() async throws {
        let intent = try PerformableIntent(BrowseLights.self, parameters: [:])
        let performed = try await intent.perform()
        #expect(performed.target == Self.target)
        #expect(performed.openAppWhenRun)
        var answers: [Bool] = []
        EnvironmentValues().openURL(Self.page) { answers.append($0) }
        #expect(answers == [false])
    }

    @Test("C22 a handler of one's own decides about the URL before the panel does")
    func handler() async throws {
        #expect(try await PerformableIntent(HandledURLs.self, parameters: [:]).perform().target == Self.target)
        var answers: [Bool] = []
        OpenURLAction { _ in .handled }(Self.page) { answers.append($0) }
        OpenURLAction { _ in .discarded }(Self.page) { answers.append($0) }
        #expect(answers == [true, false])
    }

    @Test("C24 an OpenURLIntent without a URL asks for one, and a text without a scheme is none")
    func asked() async throws {
        let intent = try PerformableIntent(OpenURLIntent.self, parameters: [:])
        #expect(intent.target == nil)
        do {
            try await intent.perform()
            Issue.record("performed without a URL")
        } catch {
            #expect(await intent.request(for: error)?.parameter == "url")
        }
        #expect(throws: IntentParameterError.wrongType(parameter: "url", intent: "Open URL", value: .string("lights")))
        {
            try PerformableIntent(OpenURLIntent.self, parameters: ["url": .string("lights")])
        }
    }

    @Test("the title of a target has nothing of the URL that may be secret")
    func title() async throws {
        let titles = ["https://user:word@example.org:8443/?token=1": "example.org", "timer:start?key=2": "timer:"]
        for (text, title) in titles {
            let url = try #require(URL(string: text))
            let target = try await PerformableIntent(OpenURLIntent.self, parameters: ["url": .string(text)]).perform()
                .target
            #expect(target?.title == title && target?.value == .string(url.absoluteString))
        }
    }

    private struct ShowLights: AppIntent {
        static let title: LocalizedStringResource = "Show Lights"
        @Parameter(title: "Shown") var isShown: Bool

        func perform() async throws -> some IntentResult & OpensIntent {
            return .result(opensIntent: OpenURLIntent(OpenURLTests.page))
        }
    }

    private struct ShowNothing: AppIntent {
        static let title: LocalizedStringResource = "Show Nothing"

        func perform() async throws -> some IntentResult & OpensIntent {
            .result()
        }
    }

    private struct BrowseLights: AppIntent {
        static let title: LocalizedStringResource = "Browse Lights"
        static let openAppWhenRun = true

        @MainActor
        func perform() async throws -> some IntentResult {
            EnvironmentValues().openURL(url("https://example.org/first"))
            await Task { EnvironmentValues().openURL(OpenURLTests.page) }.value
            return .result()
        }
    }

    private struct HandledURLs: AppIntent {
        static let title: LocalizedStringResource = "Handle URLs"

        func perform() async throws -> some IntentResult {
            let first = OpenURLAction { _ in .systemAction(OpenURLTests.page) }
            first(url("https://example.org/first"))
            OpenURLAction { _ in .handled }(url("https://example.org/second"))
            OpenURLAction { _ in .discarded }(url("https://example.org/third"))
            return .result()
        }
    }
}
