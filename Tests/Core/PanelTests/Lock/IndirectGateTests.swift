import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// Attacks that avoid the gate: indirect effects, answers in another requester's name, observation.
@PanelActor
@Suite("attack: around the gate", .timeLimit(.minutes(5)))
struct IndirectGateTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          door: {title: Door, button: {pulse: GPIO2, for: 1s}, authentication: required}
          free: {title: Free, toggle: {line: GPIO3}}
          hidden: {title: Hidden, toggle: {line: GPIO5}, authentication: required, privacy: state, interlock: [org.example.fake.lamp]}
          look: {title: Look, button: {open: history}}
          half: {title: Half, toggle: {line: GPIO7}, authentication_turn_off: required}
          scene: {title: Scene, button: {set: {org.example.fake.bell: true}}}
          later: {title: Later, toggle: {timer: 1m, done: {set: {org.example.fake.bell: true}}}}
        opened:
          history: {set: {door: true}}
        buttons:
          action: {line: GPIO17, hold: door}
          bell: {line: GPIO22, hold: org.example.fake.bell, double_tap: org.example.fake.lamp}
        lights:
          status: {line: GPIO26, shows: status}
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """
    private static let bell = "org.example.fake.bell"
    private static let lamp = "org.example.fake.lamp"
    private static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))

    private func makePanel() async throws -> (TestPanel, FakeExtension) {
        let fake = FakeExtension(kinds: [Self.bell, Self.lamp])
        let next = IntentReference(type: "Open", title: "Open", authentication: .requiresAuthentication)
        let evaluation = FakeExtension.button(Self.bell, authentication: .alwaysAllowed)
        let (evaluate, reply) = (fake.evaluate, fake.reply)
        fake.evaluate = { $0.kind == Self.bell ? .success(evaluation) : evaluate($0) }
        fake.reply = { request in
            guard request.kind != Self.lamp else { return reply(request) }
            return .success(request.kind == nil ? PerformReply() : PerformReply(next: next, evaluation: evaluation))
        }
        let test = try await TestPanel.locked(Self.yaml, extensions: ["fake": fake])
        try await test.start()
        return (test, fake)
    }

    @Test("a guarded intent that follows a hold, a scene or a timer's end is refused to a requester without permission")
    func following() async throws {
        let (test, fake) = try await makePanel()
        for control in [Self.bell, "scene", "later"] {
            _ = await test.perform(control, isOn: control == "later" ? true : nil, by: Self.stranger)
            await test.advance(.seconds(61))
        }
        #expect(fake.performances.count == 3)
        #expect(!fake.performances.contains { $0.intent == "Open" })
        await test.unlock()
        _ = await test.perform("scene", by: .panel)
        #expect(fake.performances.last?.intent == "Open")
        await test.stop()
    }

    @Test("the effects of opening a view need their PIN, also if an extension opens the view")
    func opened() async throws {
        let (test, fake) = try await makePanel()
        #expect(await test.perform("look", by: Self.stranger)?.isRefused == true)
        let history = OpenTarget(type: "View", typeName: "View", value: .string("history"), title: "History")
        fake.reply = { _ in .success(PerformReply(opens: history)) }
        _ = await test.perform(Self.bell, by: Self.stranger)
        _ = await test.perform(Self.bell, by: .panel)
        #expect(test.edges["GPIO2"] == nil)
        #expect(test.engine.pendingControl == nil)
        await test.unlock()
        _ = await test.perform(Self.bell, by: .panel)
        #expect(test.edges["GPIO2"] == 1)
        await test.stop()
    }

    @Test("a guarded effect of a view is refused if an extension opens the view in a performance by the panel itself")
    func openedByItself() async throws {
        let (test, fake) = try await makePanel()
        let history = OpenTarget(type: "View", typeName: "View", value: .string("history"), title: "History")
        fake.reply = { _ in .success(PerformReply(opens: history)) }
        _ = await test.perform("later", isOn: true, by: Self.stranger)
        await test.advance(.seconds(61))
        #expect(fake.performances.count == 1)
        #expect(test.edges["GPIO2"] == nil)
        let reason = "it needs a PIN, and nobody has asked for it"
        #expect(test.events.contains(.refused(kind: "opened.history", reason: reason)))
        await test.stop()
    }

    @Test("a private toggle's refusal has the same reason in both directions")
    func reasons() async throws {
        let (test, _) = try await makePanel()
        await test.unlock()
        var reasons: Set<String?> = []
        for isOn in [true, false] {
            #expect(await test.perform(Self.lamp, isOn: false, by: .panel) == .performed())
            #expect(await test.perform("hidden", isOn: isOn, by: .panel) == .performed())
            test.engine.lockPanel()
            #expect(await test.perform(Self.lamp, isOn: true, by: Self.stranger) == .performed())
            reasons.insert(await test.perform("hidden", by: Self.stranger)?.failure)
            await test.unlock()
        }
        #expect(reasons.count == 1, "\(reasons)")
        await test.stop()
    }

    @Test("a question of a guarded performance takes answers only from requesters who may perform it")
    func confirming() async throws {
        let (test, fake) = try await makePanel()
        let evaluation = FakeExtension.button(Self.bell, authentication: .requiresAuthentication)
        fake.evaluate = { _ in .success(evaluation) }
        test.engine.reload(Self.bell)
        await test.advance(.zero)
        fake.holdsPerformances = true
        await test.unlock()
        _ = await test.perform(Self.bell, by: .panel)
        let performance = try #require(fake.performances.last?.performance)
        var answers: [Bool] = []
        _ = test.engine.executor.performances.ask(performance, dialog: "Really?") { answers.append($0) }
        #expect(
            test.engine.executor.performances.answer(Self.bell, isConfirmed: true, by: Self.stranger)
                == "it needs a PIN")
        _ = await test.perform(Self.bell, by: Self.stranger)
        test.engine.lockPanel()
        _ = await test.perform(Self.bell, by: .panel)
        #expect(answers == [])
        #expect(test.engine.confirmation == "Really?")
        await test.unlock()
        #expect(test.engine.executor.performances.answer(Self.bell, isConfirmed: true, by: .panel) == nil)
        #expect(answers == [true])
        fake.finishPerforming()
        await test.advance(.zero)
        await test.stop()
    }

    @Test("a question of a guarded intent that follows a free one takes answers only from permitted requesters")
    func confirmingFollower() async throws {
        let (test, fake) = try await makePanel()
        let owner = Requester.programWithPIN(actor: .program(user: 1_000))
        fake.holdsPerformances = true
        _ = test.engine.perform(Self.bell, isOn: nil, answers: [:], by: test.asking(owner), completion: nil)
        await test.advance(.zero)
        fake.finishPerforming()
        await test.advance(.zero)
        #expect(fake.performances.last?.intent == "Open")
        let performance = try #require(fake.performances.last?.performance)
        var answers: [Bool] = []
        _ = test.engine.executor.performances.ask(performance, dialog: "Really?") { answers.append($0) }
        #expect(
            test.engine.executor.performances.answer(Self.bell, isConfirmed: true, by: Self.stranger)
                == "it needs a PIN")
        #expect(await test.perform(Self.bell, by: Self.stranger) == .refused("it needs a PIN", lacksAuthority: true))
        #expect(await test.perform(Self.bell, by: .panel) == .refused("it needs a PIN", lacksAuthority: true))
        #expect(answers == [])
        _ = test.engine.perform(Self.bell, isOn: nil, answers: [:], by: test.asking(owner), completion: nil)
        #expect(answers == [true])
        fake.finishPerforming()
        await test.advance(.zero)
        await test.stop()
    }

    @Test("no program takes or counts a PIN that a person is typing at the pad")
    func typing() async throws {
        let (test, _) = try await makePanel()
        for digit in "27190" { test.engine.inputs.press(.digit(digit.wholeNumberValue ?? 0), on: "") }
        test.engine.gate.lock?.lock(by: .program(user: 1_000))
        test.engine.inputs.press(.digit(5), on: "")
        test.engine.inputs.press(.enter, on: "")
        await test.advance(.zero)
        #expect(test.engine.isUnlocked)
        test.engine.gate.lock?.lock(by: .program(user: 1_000))
        #expect(!test.engine.isUnlocked, "any client may lock an unlocked panel")
        #expect(test.lock.isInUse == false)
        test.engine.inputs.press(.digit(2), on: "")
        #expect(test.lock.isInUse)
        let status = StatusService.status(of: test.engine, as: .anybody, isAdministrator: false)
        #expect(status.local.turns == 0 && status.local.longestTurn == 0)
        await test.stop()
    }

    @Test("a PIN under evaluation is no lockout, although it is counted as wrong in the meantime")
    func checking() async throws {
        let (test, _) = try await makePanel()
        for last in 0..<4 { await test.unlock("73019\(last)") }
        test.forgetEvents()
        test.lock.enter(TestPanel.digits)
        test.engine.inputs.press(.enter, on: "")
        #expect(test.engine.lockout == nil)
        await test.advance(.zero)
        #expect(test.engine.isUnlocked)
        #expect(!test.events.contains(.lockoutBegan))
        await test.stop()
    }
}
