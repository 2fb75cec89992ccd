import EventLoop
import Gestures
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Panel

/// Edges that the kernel kept while the panel's process was stopped.
@PanelActor
@Suite("Gestures of a stopped panel", .timeLimit(.minutes(1)))
struct LateGestureTests {
    /// Holds a button for 600 ms, and lets the panel read the edges after `wait`.
    private func holdWhileStopped(_ panel: TestPanel, for wait: Duration) async throws {
        let begun = panel.clock.now
        try panel.board.moveContact("GPIO17", isClosed: true)
        panel.clock.move(to: begun.advanced(by: .milliseconds(600)))
        try panel.board.moveContact("GPIO17", isClosed: false)
        panel.clock.move(to: begun.advanced(by: wait))
        await panel.advance(.milliseconds(50))
    }

    @Test("attack: a hold that the panel reads 40 s late performs nothing and says why, and the next one performs")
    func hold() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try await panel.start()
        try await holdWhileStopped(panel, for: .seconds(40))
        #expect(panel.edges["GPIO18"] == nil)
        #expect(panel.events.contains(.gesture(.hold, button: "action")))
        #expect(panel.engine.hint?.contains("did not respond for 39 s") == true)
        try await panel.hold()
        #expect(panel.edges["GPIO18"] == 1)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a hold that the panel reads 4 s late performs")
    func short() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try await panel.start()
        try await holdWhileStopped(panel, for: .seconds(4))
        #expect(panel.edges["GPIO18"] == 1)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }
}
