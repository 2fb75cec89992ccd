import Configuration
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// URLs that an extension asks the panel to open (C22).
@PanelActor
struct OpenedURLTests {
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
        _ = await open(page, by: .program(session: nil, actor: .program(user: 1_000)))
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
        // A target that is no URL has its name in the place of one.
        let target = OpenTarget(type: "View", typeName: "View", value: .string("home"), title: "Home")
        focus.reply = { _ in .success(PerformReply(opens: target)) }
        _ = await panel.perform(FakeExtension.lamp, by: .panel)
        await panel.advance(.zero)
        #expect(
            actions.performances.last?.configuration["arguments"]
                == .array([.string("browse"), .string("--new"), .string("home")]))
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
        for url in dangerous {
            let scheme = url.prefix { $0 != ":" }.lowercased()
            #expect(await open(url)?.failure == "addresses with '\(scheme):' do not open on a panel")
        }
        for url in malformed {
            #expect(
                await open(url)?.failure
                    == "what it opens is not a URL of at most 2048 bytes, such as https://example.org/page", "\(url)")
        }
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

    @Test("attack: URLs start one program of a scheme at a time, and none while the extension of commands hangs")
    func many() async throws {
        try await start()
        actions.holdsPerformances = true
        #expect(await open("home:first")?.failure == nil)
        await panel.advance(.zero)
        for number in 1...100 {
            #expect(await open("home:\(number)")?.failure == "another 'home:' address is still opening")
        }
        #expect(actions.performances.count == 1 && panel.engine.controls.delegated.count == 3)
        actions.holdsPerformances = false
        actions.finishPerforming()
        await panel.advance(.zero)
        actions.manner = .hangs
        #expect(await open("home:second")?.failure == nil)
        for number in 1...100 { #expect(await open("home:\(number)")?.failure != nil) }
        #expect(panel.engine.controls.delegated.count == 3)
        await stop()
    }

    @Test("a panel that stops while a URL waits for its program leaves nothing behind, and performs nothing")
    func stopping() async throws {
        try await start()
        actions.manner = .hangs
        #expect(await open("home:x")?.failure == nil)
        let before = panel.events.count
        await stop()
        #expect(!panel.events.dropFirst(before).contains { if case .refused = $0 { true } else { false } })
        #expect(actions.performances.isEmpty)
    }

    @Test("attack: a URL performs no guarded control for a program without a PIN, nor for the panel itself")
    func guarded() async throws {
        let yaml = """
            name: Test
            domain: org.example.test
            controls:
              door: {title: Door, button: {pulse: GPIO2, for: 1s}, authentication: required}
              later: {title: Later, toggle: {timer: 1m, done: {set: {org.example.focus.lamp: true}}}}
            opened:
              door: {set: {door: true}}
            extensions:
              - {name: focus, domain: org.example.focus}
            buttons:
              bell: {line: GPIO22, hold: org.example.focus.lamp}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            """
        let focus = FakeExtension(kinds: [FakeExtension.lamp])
        let target = Self.target("door:open")
        focus.evaluate = { request in .success(FakeExtension.button(request.kind)) }
        focus.reply = { _ in .success(PerformReply(opens: target)) }
        let test = try await TestPanel.locked(yaml, extensions: ["focus": focus])
        try await test.start()
        _ = await test.perform(FakeExtension.lamp, by: .program(session: nil, actor: .program(user: 1_000)))
        _ = await test.perform("later", isOn: true, by: .panel)
        await test.advance(.seconds(61))
        #expect(focus.performances.count == 2)
        #expect(test.edges["GPIO2"] == nil)
        await test.unlock()
        _ = await test.perform(FakeExtension.lamp, by: .panel)
        await test.advance(.zero)
        #expect(test.edges["GPIO2"] == 1)
        await test.stop()
    }
}
