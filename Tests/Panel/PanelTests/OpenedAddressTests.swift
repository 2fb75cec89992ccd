import Configuration
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// URLs that an extension asks the panel to open (C22).
@PanelActor
struct OpenedAddressTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
        buttons:
          action: {line: GPIO17, hold: org.example.focus.lamp}
        opened:
          home: {command: [browse, --new, "{what}"]}
          lamp: {set: {lamp: true}}
        extensions:
          - {name: focus, domain: org.example.focus}
        """
    /// Everything that a shell would take for its own, as far as a URL may have it.
    private static let hostile = "home://x/$(reboot);&'*!~[]()?a=%22%60%7C"

    private let actions = FakeExtension(kinds: ["io.holdfast.actions.command"])
    private let focus = FakeExtension(kinds: [FakeExtension.lamp])
    private let panel: TestPanel

    init() throws {
        actions.evaluate = { request in .success(FakeExtension.button(request.kind)) }
        focus.evaluate = { request in .success(FakeExtension.button(request.kind)) }
        panel = try TestPanel(Self.yaml, extensions: ["actions": actions, "focus": focus])
    }

    private func open(_ url: String, by requester: Requester = .panel) async -> PerformOutcome? {
        let target = Self.target(url)
        focus.reply = { _ in .success(PerformReply(opens: target)) }
        return await panel.perform(FakeExtension.lamp, by: requester)
    }

    private func start() async throws {
        try panel.engine.start()
        await panel.advance(.zero)
    }

    private func stop() async {
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    private static func target(_ url: String) -> OpenTarget {
        OpenTarget(type: OpenTarget.url, typeName: "URL", value: .string(url), title: "example.org")
    }

    private var opened: [OpenTarget] {
        panel.events.compactMap { if case .opened(let target) = $0 { target } else { nil } }
    }

    @Test("an address of the web opens on the surfaces, and the text display in front of the person shows it")
    func web() async throws {
        try await start()
        let page = "https://example.org/$(reboot)?a=1"
        #expect(await open(page) == .performed(opens: Self.target(page)))
        #expect(opened == [Self.target(page)])
        #expect(panel.engine.surfaces.displays.status(as: .anybody) == page)
        #expect(actions.performances.isEmpty)
        await panel.advance(.seconds(4))
        _ = await open(page, by: .program(isUnlocked: false, actor: .program(user: 1_000)))
        #expect(panel.engine.surfaces.displays.status(as: .anybody) == nil)
        #expect(opened.count == 2)
        await stop()
    }

    @Test("attack: a URL reaches the program that the file names as one argument, whatever is in it, each time anew")
    func program() async throws {
        try await start()
        for url in [Self.hostile, "HOME:second"] {
            #expect(await open(url) == .performed(opens: Self.target(url)))
            await panel.advance(.zero)
            let arguments = actions.performances.last?.configuration["arguments"]
            #expect(arguments == .array([.string("browse"), .string("--new"), .string(url)]))
        }
        #expect(actions.performances.count == 2)
        // Each had a control of its own, which has gone.
        #expect(panel.engine.controls.delegated.map(\.name) == ["opened.home", "opened.lamp"])
        await stop()
    }

    @Test("a scheme may set controls, too")
    func scene() async throws {
        try await start()
        #expect(await open("lamp:on")?.failure == nil)
        await panel.advance(.zero)
        #expect(panel.engine.snapshot(of: "lamp")?.isOn == true)
        await stop()
    }

    @Test("attack: a URL that reads files, is a program, or is no URL does not open, and its control says why")
    func refused() async throws {
        try await start()
        let dangerous = ["file:///etc/shadow", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x"]
        let malformed = [
            "", "lights", ":", "1a:b", "https:", "https:/etc", "https:///etc", "http://?x", "home:a b",
            "home:\u{1B}[31m",
            "home:\"", "home:`", "home:ä", "home:" + String(repeating: "x", count: 2_050), "ho me:x", "--new:x",
        ]
        for url in dangerous + malformed {
            #expect(await open(url)?.failure != nil, "\(url)")
        }
        #expect(
            await open("file:///etc/shadow")?.failure == "addresses with 'file:' do not open on a panel")
        #expect(
            await open("mine:x")?.failure
                == "nothing opens 'mine:' here; name a program for it in the panel's file: "
                + "opened: {mine: {command: [PROGRAM, \"{what}\"]}}")
        #expect(opened.isEmpty && actions.performances.isEmpty)
        #expect(await open("home:x")?.failure == nil)
        await stop()
    }

    @Test("an intent that opens its app first opens a URL as well")
    func appFirst() async throws {
        focus.evaluate = { request in
            .success(
                FakeExtension.button(
                    request.kind,
                    opens: OpenTarget(type: "View", typeName: "View", value: .string("home"), title: "Home")))
        }
        try await start()
        _ = await open("https://example.org/")
        #expect(opened.map(\.title) == ["Home", "example.org"])
        await stop()
    }

    @Test("a URL that does not open ends a chain of intents")
    func chain() async throws {
        try await start()
        let next = IntentReference(type: "Next", title: "Next")
        focus.reply = { request in
            .success(request.kind == nil ? PerformReply() : PerformReply(opens: Self.target("file:///x"), next: next))
        }
        #expect(await panel.perform(FakeExtension.lamp, by: .panel)?.failure != nil)
        #expect(focus.performances.count == 1)
        await stop()
    }
}
