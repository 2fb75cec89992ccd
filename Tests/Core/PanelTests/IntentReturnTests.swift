import Authentication
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// The result of an intent reaches its caller (C31: dialogs and values).
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct IntentReturnTests {
    private static let lamp = FakeExtension.lamp
    private static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))
    private static let resident = Requester.programWithPIN(actor: .person("alice", at: .remote))

    /// A number inside `depth` nested lists.
    private nonisolated static func nested(_ depth: Int) -> IntentValue {
        var value = IntentValue.int(1)
        for _ in 0..<depth { value = .array([value]) }
        return value
    }

    @Test("C31 a dialog is shown as the status on the panel and reaches the caller with the value")
    func control() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.reply = { request in
            let snapshot = SnapshotRequest(kind: request.kind ?? "")
            return .success(
                PerformReply(
                    evaluation: FakeExtension.toggle(snapshot, isOn: true),
                    returned: IntentReturn(dialog: "On for\n25 min", value: .int(25))))
        }
        var outcome: PerformOutcome?
        panel.engine.perform(Self.lamp) { outcome = $0 }
        await panel.advance(.zero)
        #expect(outcome?.returned == IntentReturn(dialog: "On for 25 min", value: .int(25)))
        #expect(panel.engine.status == "On for 25 min", "in place of the control's own status")
        await panel.advance(.seconds(3))
        #expect(panel.engine.status == nil)
        await panel.stop()
    }

    @Test("C31 a value is measured in the bytes of its message, where a slash is one byte")
    func slashes() {
        func isPassedOn(_ count: Int) -> Bool {
            IntentReturn(value: .string(String(repeating: "/", count: count))).value != nil
        }
        #expect(isPassedOn(IntentReturn.longestValue - 2))
        #expect(!isPassedOn(IntentReturn.longestValue - 1))
    }

    @Test("C31 an intent by name returns a dialog and a value; the panel shows only the dialogs of its own callers")
    func byName() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.reply = { _ in
            .success(PerformReply(returned: IntentReturn(dialog: "Two visitors", value: .array([.int(2)]))))
        }
        var outcomes: [PerformOutcome] = []
        #expect(
            panel.engine.executor.intents.run(intent: "Toggle", parameters: [:], by: Self.stranger) {
                outcomes.append($0)
            })
        await panel.advance(.zero)
        #expect(panel.engine.status == nil)
        #expect(panel.engine.executor.intents.run(intent: "Toggle") { outcomes.append($0) })
        await panel.advance(.zero)
        #expect(panel.engine.status == "Two visitors")
        let returned = IntentReturn(dialog: "Two visitors", value: .array([.int(2)]))
        #expect(outcomes.map(\.returned) == [returned, returned])
        await panel.stop()
    }

    @Test("C31 the dialogs of intents that follow one another reach the caller in order, with the first value")
    func following() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.reply = { request in
            guard request.intent == "Toggle" else {
                return .success(PerformReply(failure: "no", returned: IntentReturn(dialog: "Second.", value: .int(2))))
            }
            return .success(
                PerformReply(
                    next: IntentReference(type: "Second", title: "Second"),
                    returned: IntentReturn(dialog: "First.", value: .int(1))))
        }
        var outcome: PerformOutcome?
        panel.engine.perform(Self.lamp) { outcome = $0 }
        await panel.advance(.zero)
        #expect(outcome?.failure == "no")
        #expect(outcome?.returned == IntentReturn(dialog: "First. Second.", value: .int(1)))
        #expect(panel.engine.status == "Fake: no", "the reason of the failure, not the dialog")
        await panel.stop()
    }

    @Test(
        "A3 the result of a private control's intent reaches only callers who may see the control",
        arguments: [
            ControlSnapshot.Privacy(state: true), ControlSnapshot.Privacy(label: true),
            ControlSnapshot.Privacy(valueLabel: true),
        ])
    func privacy(of privacy: ControlSnapshot.Privacy) async throws {
        let fake = FakeExtension(kinds: [Self.lamp])
        // An extension may mark its control private in the state before, in the state after, or in both.
        let marks = Marks()
        func evaluation(_ request: SnapshotRequest, isPrivate: Bool) -> ControlEvaluation {
            var found = FakeExtension.toggle(request, isOn: false)
            if isPrivate { found.control.privacy = privacy }
            found.running = found.control
            return found
        }
        fake.evaluate = { .success(evaluation($0, isPrivate: marks.before)) }
        fake.reply = { request in
            let snapshot = SnapshotRequest(kind: request.kind ?? "")
            return .success(
                PerformReply(
                    evaluation: evaluation(snapshot, isPrivate: marks.after),
                    returned: IntentReturn(dialog: "Armed", value: .bool(true))))
        }
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              light: {title: Light, toggle: {line: GPIO18}}
            buttons:
              lamp: {line: GPIO17, hold: \(Self.lamp), trusted: true}
            extensions:
              - {name: fake, domain: org.example.focus}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            """, extensions: ["fake": fake])
        try await test.start()
        let returned = IntentReturn(dialog: "Armed", value: .bool(true))
        for (before, after) in [(true, true), (true, false), (false, true)] {
            (marks.before, marks.after) = (before, after)
            // The panel is locked.
            for requester in [Self.stranger, .panel, Self.resident] {
                test.engine.reload(Self.lamp)
                await test.advance(.seconds(5))
                let outcome = await test.perform(Self.lamp, by: requester)
                #expect(outcome?.returned == (requester == Self.resident ? returned : IntentReturn()))
                #expect(test.engine.surfaces.displays.status(as: .panel) == nil)
                #expect(test.engine.surfaces.displays.status(as: .anybody) == nil)
                #expect(test.engine.surfaces.displays.status(as: .authenticated) == "Armed")
            }
        }
        #expect(!test.events.contains(.statusShown("Armed")))
        (marks.before, marks.after) = (true, true)
        await test.unlock()
        #expect(await test.perform(Self.lamp, by: .panel)?.returned == returned)
        #expect(test.engine.status == "Armed")
        await test.stop()
    }

    @Test("A3 a program without a PIN that confirms a private control does not receive the control's result")
    func confirming() async throws {
        let fake = FakeExtension(kinds: [FakeExtension.lamp])
        let panel = try await TestPanel.locked(SamplePanel.extended, extensions: ["focus": fake], fake: fake)
        panel.fake.evaluate = {
            var found = FakeExtension.toggle($0, isOn: false)
            found.control.privacy.state = true
            return .success(found)
        }
        try await panel.start()
        await panel.advance(.seconds(1))
        panel.fake.holdsPerformances = true
        panel.fake.reply = { _ in .success(PerformReply(returned: IntentReturn(dialog: "Armed"))) }
        var outcomes: [Requester: PerformOutcome] = [:]
        for requester in [Self.resident, Self.stranger] {
            _ = panel.engine.perform(Self.lamp, isOn: nil, answers: [:], by: panel.asking(requester)) {
                outcomes[requester] = $0
            }
            if let name = panel.fake.performances.first?.performance, requester == Self.resident {
                _ = panel.engine.services.confirm(performance: name, dialog: nil) { _ in }
            }
        }
        panel.fake.finishPerforming()
        await panel.advance(.zero)
        #expect(outcomes[Self.resident]?.returned.dialog == "Armed")
        #expect(outcomes[Self.stranger]?.returned == IntentReturn())
        #expect(outcomes[Self.stranger]?.failure == nil, "it is told that it has performed")
        await panel.stop()
    }

    @Test(
        "C31 a value that an extension may not return is left out with a reason for the caller; a long dialog is cut",
        arguments: [
            (IntentValue.string(String(repeating: "x", count: 16_383)), "it is longer than 16384 bytes as JSON"),
            (IntentValue.string(String(repeating: "\"", count: 8_192)), "it is longer than 16384 bytes as JSON"),
            (IntentValue.array(Array(repeating: .int(1), count: 1_025)), "it has more than 1024 values"),
            (
                IntentValue.array(Array(repeating: .array(Array(repeating: .int(1), count: 100)), count: 11)),
                "it has more than 1024 values"
            ),
            (Self.nested(9), "its lists are nested more than 8 deep"),
            (IntentValue.array([.double(.nan)]), "nan has no JSON form"),
        ])
    func bounds(value: IntentValue, problem: String) async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.reply = { _ in
            var reply = PerformReply()
            (reply.dialog, reply.value) = (String(repeating: "é", count: 100_000), value)
            return .success(reply)
        }
        var outcome: PerformOutcome?
        panel.engine.perform(Self.lamp) { outcome = $0 }
        await panel.advance(.zero)
        #expect(outcome?.failure == nil, "the intent has performed")
        #expect(outcome?.returned.value == nil)
        #expect(outcome?.returned.problem == "its value is not passed on: \(problem)")
        #expect(outcome?.returned.dialog == String(repeating: "é", count: 500))
        await panel.stop()
    }

    @Test(
        "C31 a value at the size limits is passed on",
        arguments: [
            IntentValue.string(String(repeating: "x", count: 16_382)),
            IntentValue.array(Array(repeating: .int(1), count: 1_024)), Self.nested(8), IntentValue.double(-1.5e300),
            IntentValue.bool(false),
        ])
    func atBounds(value: IntentValue) {
        #expect(IntentReturn(value: value).value == value)
        #expect(IntentReturn(value: value).problem == nil)
    }
}

/// Whether the control is marked private before its intent performs, and after.
@PanelActor
private final class Marks {
    var before = true
    var after = true
}
