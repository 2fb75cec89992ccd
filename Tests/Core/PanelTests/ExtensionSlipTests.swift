import ControlModel
import EventLoop
import Glibc
import LocalAPI
import Testing

@testable import Panel

/// Mistakes of a panel's callers, of the authors of its file, and of extensions.
@PanelActor
struct ExtensionSlipTests {
    private let lamp = FakeExtension.lamp
    private let timer = FakeExtension.timer

    private static let room = IntentParameterInfo(name: "room", title: "Room", type: .enumeration, isRequired: true)
    private static let minutes = IntentParameterInfo(name: "minutes", type: .integer, isRequired: true, value: .int(25))

    /// A panel whose toggles' intents have parameters with values from their placements.
    private func panel() async throws -> TestPanel {
        let panel = try TestPanel.extended()
        panel.fake.evaluate = { request in
            var evaluation = FakeExtension.toggle(request, isOn: false)
            evaluation.intent?.title = "Light"
            evaluation.intent?.values = ["room": .string("kitchen"), "minutes": .int(5)]
            evaluation.intent?.parameters = [Self.room, Self.minutes]
            return .success(evaluation)
        }
        try await panel.start()
        return panel
    }

    @Test("C28 an intent by name takes its declared parameters, none from a placement, and needs a toggle's value")
    func intents() async throws {
        let panel = try await panel()
        let intent = try #require(panel.engine.lists.intents.intents(as: .authenticated).first?.intent)
        #expect(intent.values == [:])
        #expect(intent.parameters.map(\.name) == ["room", "minutes", "value"])
        #expect(intent.parameters.map(\.value) == [nil, .int(25), nil])
        #expect(intent.parameters.map(\.isRequired) == [true, true, true])
        await panel.stop()
    }

    @Test(
        "C24 a parameter that the intent does not have is refused, and the control does not count as failed",
        arguments: [
            (["romo": IntentValue.string("hall")], "'Light' has no parameter 'romo'; did you mean 'room'?"),
            (["a": .string("b"), "room": .string("hall")], "'Light' has no parameter 'a'; it has room, minutes"),
            (["value": .bool(true)], "the panel itself gives its 'value': holdfast set"),
        ])
    func unknownAnswer(answers: [String: IntentValue], reason: String) async throws {
        let panel = try await panel()
        var outcomes: [PerformOutcome] = []
        panel.engine.perform(lamp, answers: answers) { outcomes.append($0) }
        #expect(outcomes == [.refused(reason)])
        await panel.advance(.zero)
        #expect(panel.fake.performances.isEmpty)
        #expect(panel.shown?.failure == nil)
        await panel.stop()
    }

    @Test("C24 an intent without parameters accepts only values that it has asked for")
    func noParameters() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        var outcomes: [PerformOutcome] = []
        panel.engine.perform(lamp, answers: ["a": .string("b")]) { outcomes.append($0) }
        #expect(outcomes == [.refused("'Toggle' has no parameter 'a'")])
        #expect(panel.shown?.failure == nil)
        await panel.stop()
    }

    @Test("C28 an intent by name refuses a parameter that it does not have")
    func unknownByName() async throws {
        let panel = try await panel()
        var outcomes: [PerformOutcome] = []
        #expect(
            panel.engine.executor.intents.run(intent: "Toggle", parameters: ["mintes": .int(1)]) { outcomes.append($0) }
        )
        #expect(outcomes == [.refused("'Light' has no parameter 'mintes'; did you mean 'minutes'?")])
        #expect(panel.fake.performances.isEmpty)
        await panel.stop()
    }

    @Test("C41 a configured parameter that the control lacks is noted with its place, also at the control")
    func unknownConfiguration() async throws {
        let panel = try TestPanel.extended()
        panel.fake.description.controls[1].parameters = [
            IntentParameterInfo(name: "timers", title: "Timer", isRequired: true)
        ]
        panel.fake.evaluate = { request in
            guard request.kind == FakeExtension.timer else {
                return .success(FakeExtension.toggle(request, isOn: false))
            }
            var evaluation = FakeExtension.button(request.kind)
            evaluation.intent = nil
            evaluation.control.failure = "needs a value for 'Timer'"
            return .success(evaluation)
        }
        try await panel.start()
        let slip = "kind org.example.focus.timer has no parameter 'timer'; did you mean 'timers'?"
        #expect(
            panel.engine.extensions.first?.detail == "buttons.work.hold: \(slip); buttons.rest.hold: \(slip)")
        #expect(panel.engine.faults.isEmpty)
        let work = "\(timer)@buttons.work.hold"
        #expect(panel.engine.snapshot(of: work)?.failure == "\(slip); needs a value for 'Timer'")
        panel.engine.perform(work)
        #expect(panel.refusals == ["\(slip); needs a value for 'Timer'"])
        // A description with the parameter, whose value the extension then takes, ends the note.
        panel.fake.evaluate = { .success(FakeExtension.button($0.kind)) }
        panel.fake.description.controls[1].parameters = [IntentParameterInfo(name: "timer")]
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        #expect(panel.engine.extensions.first?.detail == nil)
        await panel.stop()
    }

    @Test("C41 a configuration for a control without parameters is noted")
    func needlessConfiguration() async throws {
        let panel = try TestPanel.extended()
        panel.fake.description.controls[1].parameters = []
        try await panel.start()
        let slip = "kind org.example.focus.timer has no parameter 'timer'"
        #expect(
            panel.engine.extensions.first?.detail == "buttons.work.hold: \(slip); buttons.rest.hold: \(slip)")
        #expect(panel.engine.snapshot(of: "\(timer)@buttons.work.hold")?.failure == nil, "it works all the same")
        await panel.stop()
    }

    @Test(
        "E2 the reason for a missing value names the extension",
        arguments: [
            (ExtensionFailure.lost, "the extension 'focus' went away before it answered"),
            (.invalid(problem: "no JSON"), "the extension 'focus' gave an answer that is none: no JSON"),
            (.absent(reason: "gone"), "the extension 'focus' cannot be reached: gone"),
            (.refused(reason: "no power"), "no power"),
        ])
    func words(failure: ExtensionFailure, words: String) async throws {
        let panel = try TestPanel.extended()
        panel.fake.evaluate = { _ in .failure(failure) }
        try await panel.start()
        #expect(panel.shown?.failure == words)
        await panel.stop()
    }

    @Test("C3 a control that its extension lacks is not asked for, and its listing gives the reason")
    func missingKind() async throws {
        let panel = try TestPanel.extended(kinds: [lamp])
        try await panel.start()
        let work = "\(timer)@buttons.work.hold"
        let words = "the extension 'focus' has no such control"
        _ = panel.engine.lists.controls.appear(work, freshFor: .seconds(5))
        await panel.advance(.seconds(1))
        #expect(panel.engine.snapshot(of: work)?.failure == words)
        #expect(!panel.fake.snapshots.contains { $0.kind == timer })
        panel.engine.perform(work)
        #expect(panel.refusals == [words])
        await panel.stop()
    }

    @Test("a placed kind that its extension lacks is a fault in the status, with the nearest kind, until it exists")
    func missingKindFault() async throws {
        let meant = "org.example.focus.timers"
        let panel = try TestPanel.extended(kinds: [lamp, meant])
        try await panel.start()
        let words = "control '\(timer)': the extension 'focus' has no such control; did you mean '\(meant)'?"
        #expect(panel.engine.faults.map(\.description) == [words], "placed twice, told once")
        let notices = panel.events.filter { if case .faultBegan = $0 { true } else { false } }
        #expect(notices.count == 1)

        // The extension vanishes, which changes nothing about the missing kind.
        panel.fake.vanished?()
        await panel.advance(.zero)
        #expect(panel.engine.faults.map(\.description).contains(words))

        panel.fake.description.controls.append(FakeExtension(kinds: [timer]).description.controls[0])
        panel.fake.appeared?()
        await panel.advance(.seconds(2))
        #expect(panel.engine.faults.isEmpty)
        await panel.stop()
    }

    // MARK: Names

    @Test("a kind with several placements is listed with their names, and a last label with the control that has it")
    func names() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        let service = PanelService()
        service.engine = panel.engine
        let (work, rest) = ("\(timer)@buttons.work.hold", "\(timer)@buttons.rest.hold")
        #expect(
            service.noSuchControl(timer)
                == PanelInterface.NoSuchControl(
                    control: timer, problem: "'\(timer)' is placed 2 times: \(work), \(rest); name one"))
        for (name, nearest) in [
            ("rest", rest), ("resst", rest), ("timer", work), ("action", lamp), ("lamp", lamp), ("ligt", "light"),
            ("LIGHT", "light"),
        ] {
            #expect(service.noSuchControl(name).nearest == nearest, "\(name)")
        }
        #expect(service.noSuchControl("nothing").nearest == nil)
        await panel.stop()
    }

    @Test("a title leads to its control, in any letter case, also to one that is nowhere; a private title does not")
    func titles() async throws {
        let panel = try TestPanel(
            """
            name: Test
            domain: org.example.test
            controls:
              porch: {title: Outside, toggle: {line: GPIO18}}
              safe: {title: Jewels, privacy: label, toggle: {line: GPIO12}}
            buttons:
              action: {line: GPIO17, hold: safe}
            """)
        try await panel.start()
        let service = PanelService()
        service.engine = panel.engine
        for (name, nearest) in [("Outside", "porch"), ("outside", "porch"), ("Jewels", nil)] {
            #expect(service.noSuchControl(name).nearest == nearest, "\(name)")
        }
        await panel.stop()
    }

    // MARK: Confirming

    @Test("C24 a caller that waits for a performance receives its question, and the control shows that it waits")
    func asking() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.holdsPerformances = true
        let service = PanelService()
        service.engine = panel.engine
        let path = "/tmp/holdfast-\(getpid())-\(RandomName.make().prefix(8))"
        defer { unlink(path) }
        let server = VarlinkServer(product: "Test", version: "1", interfaces: [service.panelInterface])
        try server.listen(path: path, mode: 0o600)
        let client = VarlinkClient(path: path)
        let replies = AsyncStream<PerformedControl> { replies in
            // A confirmation by another name than the performance's own.
            client.call(PanelInterface.Perform.self, .init(control: "buttons.action.hold"), more: true) { result in
                switch result {
                case .success(let reply):
                    replies.yield(reply.value)
                    if !reply.continues { replies.finish() }
                case .failure: replies.finish()
                }
            }
        }
        await panel.settle()
        let name = try #require(panel.fake.performances.first?.performance)
        var answers: [Bool] = []
        _ = panel.engine.services.confirm(performance: name, dialog: "Really?") { answers.append($0) }
        #expect(panel.engine.lists.controls.listed(lamp)?.confirmation == "Really?")
        var iterator = replies.makeAsyncIterator()
        #expect(await iterator.next() == PerformedControl(confirmation: "Really?"))
        _ = panel.engine.executor.performances.answer(lamp, isConfirmed: true, by: .panel)
        #expect(answers == [true])
        #expect(panel.engine.lists.controls.listed(lamp)?.confirmation == nil)
        panel.fake.finishPerforming()
        let last = await iterator.next()
        #expect(last?.confirmation == nil)
        #expect(last?.control?.name == lamp)
        #expect(await iterator.next() == nil)
        client.close()
        server.stop()
        service.engine = nil
        await panel.stop()
    }

    @Test(
        "attack: an extension cannot name another extension's intent, or use control characters in a name",
        arguments: ["garage/Open", "/", "Open\u{1B}[2J", "Open\n", "\u{202E}nepO", ""])
    func intentNames(name: String) async throws {
        let shown = ShownText.line(name)
        let objection =
            "names its intent '\(shown)'; an intent's name is not empty and has no '/' and no control character"
        // In a description: the control is left out.
        let described = try TestPanel.extended()
        described.fake.description.controls[0].preview = FakeExtension.toggle(
            SnapshotRequest(kind: lamp), isOn: false, intent: name)
        try await described.start()
        #expect(described.engine.extensions.map(\.detail) == ["left out: the kind '\(lamp)' \(objection)"])
        #expect(
            described.engine.lists.intents.intents(as: .authenticated).map(\.name) == ["Toggle"],
            "that of the other control")
        await described.stop()
        // In a control's value: the last value stays.
        let asked = try TestPanel.extended()
        asked.fake.evaluate = { .success(FakeExtension.toggle($0, isOn: true, intent: name)) }
        try await asked.start()
        #expect(asked.engine.snapshot(of: lamp)?.isOn != true)
        #expect(!asked.engine.lists.intents.intents(as: .authenticated).map(\.name).contains(name))
        #expect(
            asked.events.contains(
                .valueMissed(kind: lamp, reason: "the extension 'focus' \(objection)")))
        await asked.stop()
        // In an intent that follows: the performance fails.
        let following = try TestPanel.extended()
        following.fake.reply = { _ in .success(PerformReply(next: IntentReference(type: name, title: "Next"))) }
        try await following.start()
        try await following.hold()
        #expect(following.failures == ["the extension 'focus' \(objection)"])
        #expect(following.fake.performances.map(\.intent) == ["Toggle"])
        #expect(following.engine.lists.intents.intents(as: .authenticated).map(\.name) == ["Toggle"])
        await following.stop()
    }
}
