import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// All placements of a kind share one state, and reload together (C42). Here only one of several timers runs at a
/// time.
@PanelActor
struct PlacementReloadTests {
    private let timer = FakeExtension.timer
    private var work: String { "\(timer)@buttons.work.hold" }
    private var rest: String { "\(timer)@buttons.rest.hold" }

    /// A panel whose `rest` timer runs, until any timer is performed.
    private func panel() throws -> TestPanel {
        let panel = try TestPanel.extended()
        let running = SnapshotRequest(kind: timer, configuration: ["timer": .string("rest")])
        panel.fake.isOn[running] = true
        panel.fake.reply = { [fake = panel.fake] request in
            fake.isOn[running] = false
            guard let kind = request.kind else { return .success(PerformReply()) }
            let snapshot = SnapshotRequest(kind: kind, configuration: request.configuration)
            return .success(
                PerformReply(evaluation: FakeExtension.toggle(snapshot, isOn: fake.isOn[snapshot] ?? false)))
        }
        return panel
    }

    private func asked(_ panel: TestPanel, _ kind: String) -> Int {
        panel.fake.snapshots.count { $0.kind == kind }
    }

    @Test("C42 after a performance all placements of its kind reload, and those of other kinds do not")
    func performance() async throws {
        let panel = try panel()
        try await panel.start()
        await panel.advance(.seconds(1))
        #expect(panel.engine.snapshot(of: rest)?.isOn == true)
        let lamps = asked(panel, FakeExtension.lamp)
        panel.engine.perform(work)
        await panel.advance(.zero)
        #expect(panel.engine.snapshot(of: rest)?.isOn == false, "the other placement shows the new state")
        #expect(asked(panel, FakeExtension.lamp) == lamps)
        await panel.stop()
    }

    @Test(
        "C42 after a failed performance all placements of its kind reload",
        arguments: [
            Result<PerformReply, ExtensionFailure>.success(PerformReply(failure: "no")),
            .failure(.refused(reason: "no")),
        ])
    func failure(reply: Result<PerformReply, ExtensionFailure>) async throws {
        let panel = try panel()
        try await panel.start()
        await panel.advance(.seconds(1))
        panel.fake.reply = { [fake = panel.fake] _ in
            fake.isOn = [:]
            return reply
        }
        panel.engine.perform(work)
        await panel.advance(.zero)
        #expect(panel.engine.snapshot(of: rest)?.isOn == false)
        await panel.stop()
    }

    @Test("C42 after a performance that was given up all placements of its kind reload")
    func givenUp() async throws {
        let panel = try panel()
        try await panel.start()
        panel.fake.holdsPerformances = true
        panel.engine.perform(work)
        panel.fake.isOn = [:]
        await panel.advance(.seconds(31))
        #expect(panel.failures == ["not finished within 30 s"])
        #expect(panel.engine.snapshot(of: rest)?.isOn == false)
        await panel.stop()
    }

    @Test("C42 after an intent by name all placements of the kinds that perform it reload, in either state")
    func byName() async throws {
        let panel = try panel()
        panel.fake.evaluate = { [fake = panel.fake] in
            let isOn = fake.isOn[$0] ?? false
            return .success(FakeExtension.toggle($0, isOn: isOn, intent: isOn ? "Stop" : "Start"))
        }
        try await panel.start()
        await panel.advance(.seconds(1))
        #expect(panel.engine.snapshot(of: rest)?.isOn == true)
        #expect(panel.engine.executor.intents.run(intent: "Start", parameters: ["value": .bool(true)]) { _ in })
        await panel.advance(.zero)
        #expect(panel.engine.snapshot(of: rest)?.isOn == false)
        await panel.stop()
    }

    @Test("C42 after an intent that follows another, the kinds that perform it reload")
    func followed() async throws {
        let panel = try panel()
        panel.fake.evaluate = { [fake = panel.fake] in
            .success(FakeExtension.toggle($0, isOn: fake.isOn[$0] ?? false, intent: $0.kind))
        }
        let usual = panel.fake.reply
        panel.fake.reply = { [timer] request in
            guard request.intent == FakeExtension.lamp else { return usual(request) }
            return .success(PerformReply(next: IntentReference(type: timer, title: "Timer")))
        }
        try await panel.start()
        await panel.advance(.seconds(1))
        try await panel.hold()
        #expect(panel.fake.performances.map(\.intent) == [FakeExtension.lamp, timer])
        #expect(panel.engine.snapshot(of: rest)?.isOn == false)
        await panel.stop()
    }
}
