import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// Attacks with unknown policies: the policy comes only with a value, or with an intent that follows.
@PanelActor
@Suite("attack: before the gate is known", .timeLimit(.minutes(5)))
struct PreviewGateTests {
    private nonisolated static let bell = "org.example.fake.bell"
    private nonisolated static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))
    private nonisolated static let resident = Requester.programWithPIN(actor: .person("alice", at: .remote))

    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          scene: {title: Scene, button: {set: {\(bell): true}}}
          later: {title: Later, toggle: {timer: 1m, done: {set: {\(bell): true}}}}
        buttons:
          bell: {line: GPIO22, hold: {kind: \(bell), configuration: {door: front}}}
          exit: {line: GPIO23, hold: {kind: \(bell), configuration: {door: front}}, trusted: true}
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """

    /// An extension whose control is free by its preview. Its value, which the panel does not have yet, guards the
    /// control.
    private static func makeFake(_ fake: FakeExtension, _ policy: IntentAuthenticationPolicy) {
        fake.description = ExtensionDescription(
            displayName: "Fake",
            controls: [
                DescribedControl(
                    kind: bell, displayName: "Fake", parameters: [IntentParameterInfo(name: "door")],
                    preview: FakeExtension.button(bell))
            ])
        fake.reply = { _ in .success(PerformReply()) }
        fake.evaluate = { [unowned fake] _ in
            fake.evaluate = { _ in .success(FakeExtension.button(bell, authentication: policy)) }
            return .failure(.refused(reason: "not yet"))
        }
    }

    private func makePanel(
        _ policy: IntentAuthenticationPolicy, later: String = "none"
    ) async throws -> (TestPanel, FakeExtension) {
        let fake = FakeExtension(kinds: [])
        Self.makeFake(fake, policy)
        let yaml = Self.yaml.replacing("title: Later,", with: "title: Later, authentication: \(later),")
        let test = try await TestPanel.locked(yaml, extensions: ["fake": fake])
        try await test.start()
        #expect(test.engine.snapshot(of: Self.bell)?.freshness == .stale)
        #expect(test.engine.lists.controls.listed(Self.bell)?.authentication == nil, "by its preview it is free")
        return (test, fake)
    }

    @Test(
        "a control whose value turns out guarded is refused without a PIN, by a hold, a program or a scene",
        arguments: [Self.bell, "scene"],
        [IntentAuthenticationPolicy.requiresAuthentication, .requiresLocalDeviceAuthentication])
    func preview(control: String, policy: IntentAuthenticationPolicy) async throws {
        let isLocal = policy == .requiresLocalDeviceAuthentication
        for requester in [Requester.panel, Self.stranger] + (isLocal ? [Self.resident] : []) {
            let (test, fake) = try await makePanel(policy)
            var outcome: PerformOutcome?
            _ = test.engine.perform(control, isOn: nil, answers: [:], by: test.asking(requester)) { outcome = $0 }
            await test.advance(.seconds(10))
            #expect(outcome?.failure?.contains("it needs ") == true)
            #expect(fake.performances.isEmpty)
            await test.stop()
        }
        for requester in [Requester.panel, .trusted] + (isLocal ? [] : [Self.resident]) {
            let (test, fake) = try await makePanel(policy)
            if requester == .panel { await test.unlock() }
            _ = await test.perform(control, by: requester)
            await test.advance(.seconds(10))
            #expect(fake.performances.map(\.intent) == ["Push"])
            await test.stop()
        }
    }

    @Test("a control whose value turns out guarded is written to the trail, performed or refused")
    func written() async throws {
        let panel = try TestPanel.stored(Self.yaml)
        Self.makeFake(panel.fake, .requiresAuthentication)
        await panel.add("Ada", "271828", "owner")
        _ = panel.engine.perform(Self.bell, isOn: nil, answers: [:], by: Self.stranger) { _ in }
        await panel.advance(.seconds(10))
        let refused = try await panel.trail().last
        #expect(
            refused == "program of user 1000 | perform | \(Self.bell) | refused | it needs a PIN")
        await panel.stop()

        let other = try TestPanel.stored(Self.yaml)
        Self.makeFake(other.fake, .requiresAuthentication)
        await other.add("Ada", "271828", "owner")
        await other.unlock("271828")
        other.engine.perform(Self.bell)
        await other.advance(.seconds(10))
        #expect(other.fake.performances.count == 1)
        #expect(try await other.trail().last == "Ada | perform | \(Self.bell) | done")
        await other.stop()
    }

    /// Answers a question of a permitted requester, in both ways, as a requester without a PIN.
    private func answer(_ test: TestPanel, _ performance: String) async {
        var answers: [Bool] = []
        _ = test.engine.executor.performances.ask(performance, dialog: "Really?") { answers.append($0) }
        test.engine.lockPanel()
        #expect(
            test.engine.executor.performances.answer(Self.bell, isConfirmed: true, by: Self.stranger)
                == "it needs a PIN")
        for requester in [Requester.panel, Self.stranger] {
            #expect(await test.perform(Self.bell, by: requester)?.isRefused == true)
        }
        #expect(answers == [])
        #expect(
            test.engine.executor.performances.answer(Self.bell, isConfirmed: true, by: test.asking(Self.resident))
                == nil)
        #expect(answers == [true])
    }

    @Test("the question of a control that turned out guarded takes answers only from permitted requesters")
    func confirmingPreview() async throws {
        let (test, fake) = try await makePanel(.requiresAuthentication)
        fake.holdsPerformances = true
        await test.unlock()
        _ = await test.perform(Self.bell, by: .panel)
        await test.advance(.seconds(10))
        try await answer(test, #require(fake.performances.last?.performance))
        fake.finishPerforming()
        await test.advance(.zero)
        await test.stop()
    }

    @Test(
        "a timer's end that needs a PIN by then is performed only if the person who began the timer had one",
        arguments: [
            (stranger, IntentAuthenticationPolicy.requiresAuthentication, 0),
            (resident, .requiresAuthentication, 1), (resident, .requiresLocalDeviceAuthentication, 0),
            (.panel, .requiresLocalDeviceAuthentication, 1),
        ])
    private func timer(requester: Requester, policy: IntentAuthenticationPolicy, performances: Int) async throws {
        for isPreview in [false, true] {
            let (test, fake) = try await makePanel(.alwaysAllowed)
            if isPreview { fake.evaluate = { _ in .failure(.refused(reason: "not yet")) } }
            if requester == .panel { await test.unlock() }
            #expect(await test.perform("later", isOn: true, by: requester) == .performed())
            await test.advance(.seconds(40))
            test.engine.lockPanel()
            fake.evaluate = { _ in .success(FakeExtension.button(Self.bell, authentication: policy)) }
            // The value is asked for when the time is up.
            if !isPreview { test.engine.reloadAll() }
            await test.advance(.seconds(40))
            #expect(test.engine.snapshot(of: "later")?.isOn == false)
            #expect(fake.performances.count == performances, "\(isPreview)")
            await test.stop()
        }
    }

    @Test("a timer that goes on after a restart performs at its end only what the person who began it could")
    func restart() async throws {
        for (authentication, isUnlocked, performances) in [
            ("none", false, 0), ("none", true, 1), ("required", true, 1),
        ] {
            let (test, fake) = try await makePanel(.requiresAuthentication, later: authentication)
            test.engine.stop()
            let memory = PanelMemory(scheduler: test.clock)
            func makeEngine() throws -> PanelEngine {
                let engine = PanelEngine(
                    test.description, board: test.board, scheduler: test.clock, memory: memory,
                    lock: test.lock, extensions: ["fake": fake])
                try engine.start()
                return engine
            }
            let first = try makeEngine()
            await test.advance(.seconds(5))
            if isUnlocked { await test.unlock() }
            #expect(first.perform("later", isOn: true))
            await test.advance(.seconds(5))
            first.stop()
            let second = try makeEngine()
            await test.advance(.seconds(5))
            // Without a PIN the timer does not begin, because its end would perform the bell.
            #expect(second.snapshot(of: "later")?.isOn == isUnlocked)
            await test.advance(.seconds(60))
            #expect(second.snapshot(of: "later")?.isOn == false)
            #expect(fake.performances.count == performances)
            second.stop()
            await test.stop()
        }
    }

    @Test("a question takes no answer from a timer's end")
    func confirmingByItself() async throws {
        let (test, fake) = try await makePanel(.alwaysAllowed)
        fake.holdsPerformances = true
        await test.advance(.seconds(10))
        _ = await test.perform("later", isOn: true, by: Self.stranger)
        await test.advance(.seconds(59))
        _ = await test.perform(Self.bell, by: .panel)
        var answers: [Bool] = []
        let performance = try #require(fake.performances.last?.performance)
        _ = test.engine.executor.performances.ask(performance, dialog: nil) { answers.append($0) }
        await test.advance(.seconds(2))
        #expect(test.engine.snapshot(of: "later")?.isOn == false && answers == [])
        #expect(test.engine.executor.performances.answer(Self.bell, isConfirmed: false, by: .panel) == nil)
        #expect(answers == [false])
        fake.finishPerforming()
        await test.advance(.zero)
        await test.stop()
    }

    @Test("the question of a guarded intent that follows a free one takes answers only from permitted requesters")
    func confirmingFollower() async throws {
        let (test, fake) = try await makePanel(.alwaysAllowed)
        await test.advance(.seconds(10))
        let next = IntentReference(type: "Open", title: "Open", authentication: .requiresAuthentication)
        fake.reply = { request in .success(PerformReply(next: request.kind == nil ? nil : next)) }
        fake.holdsPerformances = true
        await test.unlock()
        _ = await test.perform(Self.bell, by: .panel)
        fake.finishPerforming()
        let last = try #require(fake.performances.last)
        #expect(last.intent == "Open")
        await answer(test, last.performance)
        fake.finishPerforming()
        await test.advance(.zero)
        await test.stop()
    }
}
