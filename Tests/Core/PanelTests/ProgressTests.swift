import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// How much of a performance is done.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct ProgressTests {
    private static let lamp = FakeExtension.lamp

    /// Begins a performance that waits for `finishPerforming`, and returns the name by which the extension reports.
    private func begin(on panel: TestPanel) async throws -> String {
        panel.fake.holdsPerformances = true
        panel.engine.perform(Self.lamp)
        await panel.advance(.zero)
        return try #require(panel.fake.performances.first).performance
    }

    @Test("C20 the progress of a performance is its control's value text until it ends")
    func progress() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        let name = try await begin(on: panel)
        var texts: [String?] = []
        for completed in [0, 0.409, 0.401, 7, -1, Double.nan] {
            panel.engine.services.progress(of: name, completed)
            texts.append(panel.shown?.valueText)
            await panel.advance(ReloadGate.window)
        }
        #expect(texts == ["0 %", "40 %", "40 %", "100 %", "0 %", "0 %"])
        panel.engine.services.progress(of: "another", 0.5)
        #expect(panel.shown?.valueText == "0 %")
        panel.fake.finishPerforming()
        await panel.advance(.zero)
        #expect(panel.shown?.valueText == "On")
        panel.engine.services.progress(of: name, 0.5)
        #expect(panel.shown?.valueText == "On", "the performance has ended")
        await panel.stop()
    }

    @Test("C43 surfaces follow a flood of reports twice in 120 ms, and show the last one")
    func flood() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        let name = try await begin(on: panel)
        var texts: [String?] = []
        for percent in 0...99 {
            panel.engine.services.progress(of: name, Double(percent) / 100)
            if panel.shown?.valueText != texts.last { texts.append(panel.shown?.valueText) }
        }
        #expect(texts == ["0 %", "1 %"])
        await panel.advance(ReloadGate.window)
        #expect(panel.shown?.valueText == "99 %")
        await panel.stop()
    }

    @Test("C22 the intent that follows has a progress of its own")
    func chain() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.reply = { _ in .success(PerformReply(next: IntentReference(type: "Next", title: "Next"))) }
        let name = try await begin(on: panel)
        panel.engine.services.progress(of: name, 1)
        #expect(panel.shown?.valueText == "100 %")
        panel.fake.finishPerforming()
        await panel.advance(.zero)
        #expect(panel.fake.performances.count == 2)
        #expect(panel.shown?.valueText != "100 %")
        panel.engine.services.progress(of: name, 0.5)
        #expect(panel.shown?.valueText != "50 %", "the first intent has ended")
        await panel.stop()
    }

    @Test("C20 no percent of a progress is a change of the control's state")
    func changes() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        let slot = try #require(panel.engine.controls[Self.lamp])
        let name = try await begin(on: panel)
        let before = slot.changes.list(true)?.count
        for percent in 0...100 { panel.engine.services.progress(of: name, Double(percent) / 100) }
        #expect(slot.changes.list(true)?.count == before)
        await panel.stop()
    }
}
