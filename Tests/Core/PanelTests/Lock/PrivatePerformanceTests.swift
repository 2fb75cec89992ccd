import Configuration
import ControlModel
import EventLoop
import Layout
import LocalAPI
import Testing

@testable import Panel

/// A private state stays hidden in its consequences, its views and the gallery (A3: redaction).
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct PrivatePerformanceTests {
    private static let yaml = """
        name: House
        domain: org.example.test
        controls:
          secret: {title: Secret, toggle: {timer: 1m, done: {set: {unseen: true}}}, privacy: state}
          plain: {title: Plain, toggle: {timer: 1m, done: {set: {unseen: true}}}}
          unseen: {title: Unseen, toggle: {line: GPIO18}, privacy: state}
          look: {title: Look, button: {open: history}, privacy: state}
          stare: {title: Stare, button: {open: history}}
          safe: {title: Gun Safe, symbol: shield, button: {pulse: GPIO23, for: 1s}, privacy: label}
        opened:
          history: {set: {unseen: true}}
        buttons:
          action: {line: GPIO17, hold: secret}
          bell: {line: GPIO22, hold: org.example.fake.bell}
        lights:
          status: {line: GPIO26, shows: status}
        lock_screen: [safe]
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """
    private static let bell = "org.example.fake.bell"
    private static let owner = Requester.programWithPIN(actor: .program(user: 1_000))

    private let fake = FakeExtension(kinds: [Self.bell])
    private let test: TestPanel

    init() async throws {
        test = try await TestPanel.locked(Self.yaml, extensions: ["fake": fake])
    }

    /// The events for viewers without a PIN during `body`, and the number of the status light's edges.
    private func told(while body: () async -> Void) async -> (events: [PanelEvent], edges: Int) {
        var events: [PanelEvent] = []
        let observer = test.engine.observe(as: .anybody) { events.append($0) }
        test.forgetEdges()
        await body()
        await test.advance(.seconds(5))
        test.engine.removeObserver(observer)
        return (events.filter(\.isPerformance), test.edges["GPIO26"] ?? 0)
    }

    @Test("the end of a private timer is neither reported nor shown, and the end of another timer is")
    func timerEnd() async throws {
        try await test.start()
        for (control, isTold) in [("secret", false), ("plain", true)] {
            _ = await test.perform(control, isOn: true, by: Self.owner)
            await test.advance(.seconds(58))
            let told = await told { await test.advance(.seconds(5)) }
            #expect(told.events.contains(.performed(kind: "\(control).done")) == isTold)
            #expect(!told.events.isEmpty == isTold, "\(told.events)")
            #expect((told.edges > 0) == isTold)
            #expect(test.engine.snapshot(of: "unseen", as: .authenticated)?.isOn == true)
            _ = await test.perform("unseen", isOn: false, by: Self.owner)
        }
        await test.stop()
    }

    @Test("the effects of a view that a private control opens are not reported")
    func opening() async throws {
        try await test.start()
        for (control, isTold) in [("look", false), ("stare", true)] {
            let told = await told { _ = await test.perform(control, by: Self.owner) }
            #expect(told.events.contains(.performed(kind: "opened.history")) == isTold)
            #expect(told.events.contains { if case .opened = $0 { true } else { false } } == isTold)
        }
        await test.stop()
    }

    @Test("an activity's identity does not reveal whether a private timer runs, and cannot replace it")
    func identity() async throws {
        try await test.start()
        let secret = "org.example.test.secret"
        let show = { [test] (id: String, caller: HostCaller) in
            test.engine.services.show(ActivityState(id: id, title: "Mine"), for: caller)
        }
        for _ in 0..<2 {
            #expect(!show(secret, .hosted("fake")))
            #expect(!show("secret", .hosted("fake")))
            #expect(!show("mine", .user(1_000)), "a process that is no extension's")
            _ = await test.perform("secret", isOn: true, by: Self.owner)
        }
        #expect(show("mine", .hosted("fake")))
        #expect(test.engine.activities(as: .authenticated).map(\.id) == [secret, "mine"])
        await test.stop()
    }

    @Test("viewers without a PIN see no private label in the gallery or in the layout")
    func label() async throws {
        try await test.start()
        let shown = { [test] (viewpoint: Viewpoint, words: String) in
            let next = test.engine.lists.gallery.list(search: words, as: viewpoint)
            var found: [ControlSnapshot] = []
            while let control = next() { found.append(control.snapshot) }
            return found
        }
        #expect(shown(.authenticated, "gun").map(\.title) == ["Gun Safe"])
        #expect(shown(.anybody, "gun") == [])
        let safe = try #require(shown(.anybody, "safe").first)
        #expect(safe.title == "House" && safe.displayName == "House" && safe.symbol == nil)
        #expect(!safe.hint.contains("Gun") && safe.isRedacted && safe.freshness == .preview)
        let entry = LayoutEntry(ControlReference(kind: "org.example.test.safe"))
        for (viewpoint, name) in [(Viewpoint.anybody, "House"), (.authenticated, "Gun Safe")] {
            let item = test.engine.lists.layout.item(
                LayoutPlace(.lockScreen, position: 1), entry, isByHand: false, as: viewpoint)
            #expect(item.control?.displayName == name)
        }
        await test.stop()
    }

    @Test(
        "an intent that follows a private control's intent is not listed for others, and its target is not reported")
    func byName() async throws {
        let next = IntentReference(type: "Follow", title: "Follow")
        let target = OpenTarget(type: "Note", typeName: "Note", value: .string("n"), title: "Note")
        for isPrivate in [true, false] {
            let fake = FakeExtension(kinds: [Self.bell])
            var evaluation = FakeExtension.button(Self.bell)
            evaluation.control.privacy.state = isPrivate
            fake.evaluate = { [evaluation] _ in .success(evaluation) }
            fake.reply = { $0.intent == "Push" ? .success(PerformReply(opens: target, next: next)) : .success(.init()) }
            let test = try await TestPanel.locked(Self.yaml, extensions: ["fake": fake])
            try await test.start()
            var events: [PanelEvent] = []
            test.engine.observe(as: .anybody) { events.append($0) }
            #expect(test.engine.lists.intents.intents(as: .anybody).map(\.name) == (isPrivate ? [] : ["Push"]))
            #expect(
                test.engine.executor.intents.run(intent: "Push", parameters: [:], by: test.asking(Self.owner)) { _ in })
            await test.advance(.seconds(1))
            #expect(fake.performances.map(\.intent) == ["Push", "Follow"])
            #expect(
                test.engine.lists.intents.intents(as: .anybody).map(\.name) == (isPrivate ? [] : ["Push", "Follow"]))
            #expect(events.contains(.opened(target)) == !isPrivate)
            await test.stop()
        }
        await test.stop()
    }
}

@PanelActor
@Suite(.timeLimit(.minutes(1)))
struct SharedIntentTests {
    @Test("an intent that a public performance and a private control share has the public words")
    func words() async throws {
        let (safe, bell) = ("org.example.fake.safe", "org.example.fake.bell")
        let fake = FakeExtension(kinds: [safe, bell])
        var secret = FakeExtension.button(safe)
        secret.control.privacy.label = true
        secret.intent = IntentReference(type: "Shut", title: "Shut Anna's Safe")
        fake.evaluate = { [secret] in .success($0.kind == safe ? secret : FakeExtension.button(bell)) }
        fake.reply = {
            .success($0.intent == "Push" ? .init(next: IntentReference(type: "Shut", title: "Shut")) : .init())
        }
        let yaml = """
            name: House
            domain: org.example.test
            buttons:
              action: {line: GPIO17, hold: \(safe), double_tap: \(bell)}
            extensions:
              - {name: fake, domain: org.example.fake}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            """
        let test = try await TestPanel.locked(yaml, extensions: ["fake": fake])
        try await test.start()
        #expect(await test.perform(bell, by: .trusted) == .performed())
        await test.advance(.seconds(1))
        let listed = test.engine.lists.intents.intents(as: .anybody).filter { $0.intent.type == "Shut" }
        #expect(listed.map(\.intent.title) == ["Shut"])
        await test.stop()
    }
}

@PanelActor
@Suite(.timeLimit(.minutes(1)))
struct PrivateHintTests {
    @Test("the hint of a private control that is disabled in one state tells a locked panel's people nothing")
    func disabled() async throws {
        let kind = "org.example.fake.safe"
        var hints: [[PanelEvent]] = []
        for isOn in [true, false] {
            let fake = FakeExtension(kinds: [kind])
            fake.evaluate = { request in
                var found = FakeExtension.toggle(request, isOn: isOn)
                found.control.privacy.state = true
                found.control.isDisabled = isOn
                found.intent?.authentication = .requiresAuthentication
                return .success(found)
            }
            let test = try await TestPanel.locked(
                """
                name: House
                domain: org.example.test
                buttons:
                  action: {line: GPIO17, hold: \(kind)}
                extensions:
                  - {name: fake, domain: org.example.fake}
                keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
                """, extensions: ["fake": fake])
            try await test.start()
            test.forgetEvents()
            try await test.hold(for: .milliseconds(100))
            await test.advance(.seconds(1))
            hints.append(test.events.filter { if case .hintShown = $0 { true } else { false } })
            await test.stop()
        }
        #expect(hints[0] == hints[1] && hints[0].count == 1, "\(hints)")
    }
}

extension PanelEvent {
    /// Whether the event reports an action, rather than a look.
    fileprivate var isPerformance: Bool {
        switch self {
        case .performing, .performed, .failed, .refused, .opened, .statusShown: true
        default: false
        }
    }
}
