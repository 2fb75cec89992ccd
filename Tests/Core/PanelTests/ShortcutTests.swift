import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// The phrases of an extension as names of its intents (C28).
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct ShortcutTests {
    private static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))

    private static func shortcut(
        _ phrase: String, _ type: String = "Brew", authentication: IntentAuthenticationPolicy = .alwaysAllowed
    ) -> DescribedShortcut {
        DescribedShortcut(
            phrase: phrase,
            intent: IntentReference(
                type: type, title: "Brew", values: ["cups": .int(2)],
                parameters: [IntentParameterInfo(name: "cups", type: .integer)], authentication: authentication))
    }

    private func panel(_ shortcuts: [DescribedShortcut]) async throws -> TestPanel {
        let panel = try TestPanel.extended()
        panel.fake.description.shortcuts = shortcuts
        try await panel.start()
        return panel
    }

    private func run(
        _ name: String, _ parameters: [String: IntentValue] = [:], on panel: TestPanel
    ) async -> PerformOutcome? {
        var outcome: PerformOutcome?
        let isKnown = panel.engine.executor.intents.run(intent: name, parameters: parameters, by: Self.stranger) {
            outcome = $0
        }
        await panel.advance(.zero)
        return isKnown ? outcome : nil
    }

    @Test("C28 an intent runs by its phrase, with the phrase's values, unless the caller gives others")
    func phrase() async throws {
        let panel = try await panel([Self.shortcut("Brew some coffee")])
        let names = panel.engine.executor.intents.list.intents(as: .anybody).map(\.name)
        #expect(names.contains("Brew some coffee") && names.contains("Brew"))
        #expect(await run("Brew some coffee", on: panel)?.failure == nil)
        #expect(await run("Brew some coffee", ["cups": .int(5)], on: panel)?.failure == nil)
        #expect(await run("Brew", on: panel)?.failure == nil)
        #expect(panel.fake.performances.map(\.values) == [["cups": .int(2)], ["cups": .int(5)], [:]])
        let answer = [IntentParameterRequest.choice: IntentValue.string("Strong")]
        #expect(await run("Brew some coffee", answer, on: panel)?.failure == nil)
        #expect(panel.fake.performances.last?.values == ["cups": .int(2)])
        #expect(panel.fake.performances.last?.answers == answer)
        #expect(await run("Brew tea", on: panel) == nil)
        await panel.stop()
    }

    @Test("C28 phrases that look alike are told apart by their extension")
    func lookalikes() async throws {
        let panel = try await panel([Self.shortcut("Brew now"), Self.shortcut("Brew\u{200B} now", "Brew2")])
        let names = panel.engine.executor.intents.list.intents(as: .anybody).map(\.name)
        #expect(names.contains("focus/Brew now") && !names.contains("Brew now"))
        await panel.stop()
    }

    @Test("A3 a phrase does not make a private control's intent public")
    func privacy() async throws {
        let panel = try await panel([Self.shortcut("Toggle it", "Toggle")])
        let host = try #require(panel.engine.controls.hosts.first { $0.grant.name == "focus" })
        let list = panel.engine.executor.intents.list
        #expect(!list.isPrivate("Toggle", of: host))
        panel.fake.evaluate = { request in
            var evaluation = FakeExtension.toggle(request, isOn: false)
            evaluation.control.privacy.state = true
            evaluation.running.privacy.state = true
            return .success(evaluation)
        }
        for kind in [FakeExtension.lamp, FakeExtension.timer] { panel.engine.controls.reloadPlacements(ofKind: kind) }
        await panel.advance(.seconds(1))
        #expect(list.intents(as: .anybody).map(\.name).contains("Toggle it"))
        #expect(list.isPrivate("Toggle", of: host))
        #expect(!list.isPrivate("Brew", of: host))
        await panel.stop()
    }

    @Test("C28 a phrase needs what its intent needs")
    func authentication() async throws {
        let shortcuts = ["Brew", "Brew coffee"].map { Self.shortcut($0, authentication: .requiresAuthentication) }
        let panel = try await panel(shortcuts)
        for name in ["Brew", "Brew coffee"] { #expect(await run(name, on: panel)?.failure != nil) }
        #expect(panel.fake.performances.isEmpty)
        await panel.stop()
    }

    @Test(
        "C28 a faulty phrase is left out with a note, and the others stay",
        arguments: ["", "   ", "\u{200B}", "focus/Toggle", "\u{1B}[2J/"])
    func faulty(phrase: String) async throws {
        let panel = try await panel([Self.shortcut(phrase), Self.shortcut("Brew now")])
        let host = try #require(panel.engine.controls.hosts.first { $0.grant.name == "focus" })
        #expect(host.shortcuts.map(\.phrase) == ["Brew now"])
        #expect(host.status.detail?.contains("left out: ") == true)
        await panel.stop()
    }

    @Test("C28 a phrase that is there twice names its first intent, and a note says so")
    func twice() async throws {
        let panel = try await panel([Self.shortcut("Brew now"), Self.shortcut("Brew now", "Grind")])
        let host = try #require(panel.engine.controls.hosts.first { $0.grant.name == "focus" })
        #expect(host.shortcuts.map(\.intent.type) == ["Brew"])
        #expect(host.status.detail?.contains("left out: the shortcut 'Brew now' is there twice") == true)
        await panel.stop()
    }
}
