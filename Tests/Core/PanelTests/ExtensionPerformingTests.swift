import ControlModel
import EventLoop
import Indicators
import LocalAPI
import Testing

@testable import Panel

@PanelActor
struct ExtensionPerformingTests {
    private let lamp = FakeExtension.lamp

    @Test("C21 a hold sends the intent with the requested state and shows the returned value")
    func performing() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        #expect(panel.shown?.isOn == false)
        try await panel.hold()
        #expect(panel.fake.performances.map(\.isOn) == [true])
        #expect(panel.fake.performances.map(\.intent) == ["Toggle"])

        #expect(panel.shown?.isOn == true)
        #expect(panel.engine.light("lamp")?.isLit == false, "the light shows that it has performed")
        #expect(panel.performed == [lamp])
        #expect(panel.engine.status == "Turned On")
        await panel.advance(.seconds(1))
        #expect(panel.engine.light("lamp")?.isLit == true)
        try await panel.hold()
        #expect(panel.fake.performances.map(\.isOn) == [true, false])
        await panel.stop()
    }

    @Test("C25 a performing control shows so and refuses another press without queueing it; other controls work")
    func oneAtATime() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.holdsPerformances = true
        try await panel.hold()
        #expect(panel.shown?.isRunning == true)
        try await panel.hold()
        #expect(panel.refusals == ["still running"])
        try await panel.hold("GPIO24", for: .milliseconds(600))
        #expect(panel.engine.snapshot(of: "light")?.isOn == true)
        panel.fake.finishPerforming()
        #expect(panel.shown?.isRunning == false)
        #expect(panel.fake.performances.count == 1)
        await panel.stop()
    }

    @Test("C26 an intent is cancelled after 30 s and shown as failed")
    func limit() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.holdsPerformances = true
        try await panel.hold()
        await panel.advance(.seconds(29))
        #expect(panel.shown?.isRunning == true)
        await panel.advance(.seconds(1))
        #expect(panel.shown?.isRunning == false)
        #expect(panel.failures == ["not finished within 30 s"])
        #expect(panel.shown?.failure == "not finished within 30 s")
        #expect(panel.fake.cancelled == 1)
        panel.fake.finishPerforming()
        #expect(panel.performed.isEmpty, "what was given up is not reported as done")
        await panel.stop()
    }

    @Test("C26 in developer mode a performance has no time limit, for breakpoints")
    func noLimit() async throws {
        let panel = try TestPanel.extended(developerMode: true)
        try await panel.start()
        panel.fake.holdsPerformances = true
        try await panel.hold()
        await panel.advance(.seconds(3_600))
        #expect(panel.shown?.isRunning == true)
        panel.fake.finishPerforming()
        #expect(panel.performed == [lamp])
        await panel.stop()
    }

    @Test("C27 a failing intent is shown, and the control keeps the provider's value, not the requested state")
    func failing() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.reply = { request in
            .success(
                PerformReply(
                    failure: "the lamp\nis broken",
                    evaluation: FakeExtension.toggle(SnapshotRequest(kind: request.kind ?? ""), isOn: false)))
        }
        try await panel.hold()
        #expect(panel.shown?.isOn == false)
        #expect(panel.shown?.failure == "the lamp is broken")
        #expect(panel.failures == ["the lamp is broken"])
        #expect(panel.engine.status == "Fake: the lamp is broken")
        await panel.stop()
    }

    @Test("E3 an intent whose extension vanishes is not sent again and not reported as done")
    func lost() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.manner = .dies
        try await panel.hold()
        #expect(
            panel.failures == [
                "the extension 'focus' went away before it answered: whether it was done is not known"
            ])
        panel.fake.manner = .answers
        panel.fake.appeared?()
        await panel.advance(.seconds(120))
        #expect(panel.fake.performances.count == 1)
        #expect(panel.performed.isEmpty)
        #expect(panel.shown?.freshness == .fresh)
        await panel.stop()
    }

    @Test("C22 an OpenIntent opens its target, also if it does nothing else")
    func opening() async throws {
        let panel = try TestPanel.extended()
        let target = OpenTarget(type: "View", typeName: "View", value: .string("history"), title: "History")
        panel.fake.evaluate = { .success(FakeExtension.button($0.kind, opens: target)) }
        panel.fake.reply = { _ in .success(PerformReply(opens: target)) }
        try await panel.start()
        try await panel.hold()
        let opened = panel.events.filter { if case .opened = $0 { true } else { false } }
        #expect(opened == [.opened(target)])
        await panel.stop()
    }

    @Test("C22 intents that follow one another each obey their own policy, up to a limit")
    func following() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.reply = { request in
            switch request.intent {
            case "Toggle": .success(PerformReply(next: IntentReference(type: "Second", title: "Second")))
            case "Second":
                .success(
                    PerformReply(
                        next: IntentReference(type: "Third", title: "Third", authentication: .requiresAuthentication)))
            default: .success(PerformReply())
            }
        }
        try await panel.hold()
        #expect(panel.fake.performances.map(\.intent) == ["Toggle", "Second"])
        #expect(
            panel.failures == ["'Third' was not performed: it needs a PIN, and the panel has no PIN pad"])
        panel.fake.reply = { _ in .success(PerformReply(next: IntentReference(type: "Toggle", title: "Again"))) }
        try await panel.hold()
        #expect(panel.failures.last == "more than 8 intents follow one another")
        await panel.stop()
    }

    @Test(
        "C20 a guarded intent is refused if no surface can unlock the panel",
        arguments: [
            IntentAuthenticationPolicy.requiresAuthentication, .requiresLocalDeviceAuthentication,
        ])
    func guarded(policy: IntentAuthenticationPolicy) async throws {
        let panel = try TestPanel.extended()
        panel.fake.evaluate = { .success(FakeExtension.button($0.kind, authentication: policy)) }
        try await panel.start()
        try await panel.hold()
        #expect(panel.refusals == ["it needs a PIN, and the panel has no PIN pad"])
        #expect(panel.fake.performances.isEmpty)
        await panel.stop()
    }

    @Test("C24 a confirmation is requested at the panel, and another hold gives it")
    func confirming() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.holdsPerformances = true
        try await panel.hold()
        var answers: [Bool] = []
        let name = try #require(panel.fake.performances.first?.performance)
        _ = panel.engine.services.confirm(performance: name, dialog: "Really?") { answers.append($0) }
        #expect(panel.engine.confirmation == "Really?")
        await panel.advance(.seconds(9))
        try await panel.hold()
        #expect(answers == [true])
        #expect(panel.refusals.isEmpty)
        #expect(panel.engine.confirmation == nil)
        // The time that people take to confirm does not count as the intent's time.
        await panel.advance(.seconds(28))
        #expect(panel.shown?.isRunning == true)
        panel.fake.finishPerforming()
        #expect(panel.performed == [lamp])
        await panel.stop()
    }

    @Test("C25 while a confirmation waits, a caller with a requested state is refused and confirms nothing")
    func wishIsNoConfirmation() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.holdsPerformances = true
        try await panel.hold()
        var answers: [Bool] = []
        let name = try #require(panel.fake.performances.first?.performance)
        _ = panel.engine.services.confirm(performance: name, dialog: nil) { answers.append($0) }
        var outcomes: [PerformOutcome] = []
        panel.engine.perform(lamp, isOn: false) { outcomes.append($0) }
        panel.engine.perform(lamp, answers: ["timer": .string("work")]) { outcomes.append($0) }
        #expect(outcomes.map(\.failure) == ["still running", "still running"])
        #expect(answers.isEmpty)
        #expect(panel.engine.confirmation != nil)
        panel.fake.finishPerforming()
        await panel.stop()
    }

    @Test("C25 an ended performance leaves no confirmation or request behind")
    func nothingLeft() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.holdsPerformances = true
        try await panel.hold()
        let isLeft = { [weak run = panel.engine.controls[lamp]?.run] in run != nil }
        #expect(isLeft())
        panel.fake.finishPerforming()
        #expect(panel.performed == [lamp])
        await panel.advance(.zero)
        #expect(!isLeft())
        await panel.stop()
    }

    @Test("C24 a confirmation without an answer within ten seconds is declined")
    func notConfirmed() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.holdsPerformances = true
        try await panel.hold()
        var answers: [Bool] = []
        let name = try #require(panel.fake.performances.first?.performance)
        _ = panel.engine.services.confirm(performance: name, dialog: nil) { answers.append($0) }
        #expect(panel.engine.confirmation == "Hold again to confirm")
        // A confirmation needs the performance's own name, and only one can wait at a time.
        _ = panel.engine.services.confirm(performance: "guess", dialog: nil) { answers.append($0) }
        _ = panel.engine.services.confirm(performance: name, dialog: nil) { answers.append($0) }
        #expect(answers == [false, false])
        await panel.advance(.seconds(10))
        #expect(answers == [false, false, false])
        #expect(panel.engine.confirmation == nil)
        panel.fake.finishPerforming()
        await panel.stop()
    }

    @Test("C24 a missing value is reported to the caller, and the intent runs again with the caller's value")
    func wanting() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.reply = { request in
            request.answers["timer"] == nil
                ? .success(
                    PerformReply(
                        failure: "'Start' needs a value for 'Timer'",
                        request: IntentParameterRequest(intent: "Start", parameter: "timer", title: "Timer")))
                : .success(PerformReply())
        }
        var outcomes: [PerformOutcome] = []
        panel.engine.perform(lamp) { outcomes.append($0) }
        await panel.advance(.zero)
        #expect(outcomes.map(\.failure) == ["'Start' needs a value for 'Timer'"])
        panel.engine.perform(lamp, answers: ["timer": .string("work")]) { outcomes.append($0) }
        await panel.advance(.zero)
        #expect(outcomes.last?.failure == nil)
        #expect(panel.fake.performances.last?.answers == ["timer": .string("work")])
        await panel.stop()
    }

    @Test("C28 discoverable intents are listed, and run by name under the same policy")
    func byName() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        #expect(panel.engine.lists.intents.intents(as: .authenticated).map(\.name) == ["Toggle"])
        var outcomes: [PerformOutcome] = []
        #expect(
            panel.engine.executor.intents.run(intent: "Toggle", parameters: ["value": .bool(true)]) {
                outcomes.append($0)
            })
        await panel.advance(.zero)
        #expect(outcomes.map(\.failure) == [nil])
        #expect(panel.fake.performances.map(\.values) == [["value": .bool(true)]])
        #expect(panel.fake.performances.map(\.kind) == [nil])
        #expect(!panel.engine.executor.intents.run(intent: "Nothing") { outcomes.append($0) })
        #expect(panel.runs == 2, "the panel asks for its control again")
        panel.fake.evaluate = { .success(FakeExtension.button($0.kind, authentication: .requiresAuthentication)) }
        panel.engine.reloadAll()
        await panel.advance(.seconds(1))
        #expect(panel.engine.executor.intents.run(intent: "Push") { outcomes.append($0) })
        #expect(outcomes.last?.isRefused == true)
        await panel.stop()
    }
}
