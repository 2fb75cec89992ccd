import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import Panel
import SimulatedGPIO
import Testing

/// The panel's light stands for controls without a light of their own. These tests change the layout meanwhile.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LayoutLightTests {
    private let timer = FakeExtension.timer
    private let lamp = FakeExtension.lamp

    private static let yaml = SamplePanel.arranged.replacing(
        "  light: {line: GPIO26, shows: light}",
        with: """
              light: {line: GPIO26, shows: light}
              spare: {line: GPIO25, shows: null}
              status: {red: GPIO5, green: GPIO6, blue: GPIO13, shows: status}
            """
    ).replacing(
        "  action: {line: GPIO17, hold: light}",
        with: """
              action: {line: GPIO17, hold: door}
              side: {line: GPIO27, hold: egg}
            """)

    /// The layers of the panel's light.
    private func said(_ panel: TestPanel) -> [LightLayer] {
        panel.engine.light("status")?.layers.map(\.layer) ?? []
    }

    @Test("a hold on a control that is removed meanwhile ends on the panel's light")
    func takenAway() async throws {
        let panel = try TestPanel.arranged(Self.yaml)
        await panel.settle()
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(100))
        #expect(said(panel) == [.holdProgress])
        try await panel.remove("buttons.action.hold")
        #expect(said(panel) == [])
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.seconds(1))
        #expect(said(panel) == [])
        await panel.stop()
    }

    @Test("a hold on a control that gets its own light meanwhile ends on the panel's light")
    func lit() async throws {
        let panel = try TestPanel.arranged(Self.yaml)
        await panel.settle()
        try panel.board.moveContact("GPIO27", isClosed: true)
        await panel.advance(.milliseconds(100))
        #expect(said(panel) == [.holdProgress])
        _ = try await panel.place("egg", "lights.spare")
        #expect(said(panel) == [])
        try panel.board.moveContact("GPIO27", isClosed: false)
        await panel.advance(.seconds(1))
        #expect(panel.engine.light("spare")?.layers.map(\.layer) == [.state])
        await panel.stop()
    }

    @Test("the panel's light shows a hold until the last of two holds ends")
    func two() async throws {
        let panel = try TestPanel.arranged(Self.yaml)
        await panel.settle()
        try panel.board.moveContact("GPIO17", isClosed: true)
        try panel.board.moveContact("GPIO27", isClosed: true)
        await panel.advance(.milliseconds(100))
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.milliseconds(100))
        #expect(said(panel) == [.holdProgress])
        try panel.board.moveContact("GPIO27", isClosed: false)
        await panel.advance(.milliseconds(100))
        #expect(said(panel) == [])
        await panel.stop()
    }

    @Test("a control without a value stays stale when another control is placed")
    func stale() async throws {
        let panel = try TestPanel.arranged(Self.yaml)
        await panel.settle()
        _ = try await panel.place(lamp, "lights.spare")
        await panel.advance(.seconds(1))
        #expect(panel.engine.snapshot(of: lamp)?.freshness == .fresh)
        let evaluate = panel.fake.evaluate
        panel.fake.evaluate = { [lamp] in $0.kind == lamp ? .failure(.refused(reason: "broken")) : evaluate($0) }
        panel.engine.reload(lamp)
        await panel.advance(.seconds(1))
        #expect(panel.engine.snapshot(of: lamp)?.freshness == .stale)
        panel.forget()
        let asked = panel.fake.snapshots.count { $0.kind == lamp }
        _ = try await panel.place(timer, "lock_screen", ["timer": .string("work")])
        #expect(panel.engine.snapshot(of: lamp)?.freshness == .stale)
        let fresh = panel.events.contains { event in
            if case .controlChanged(let snapshot, name: lamp) = event { snapshot.freshness == .fresh } else { false }
        }
        #expect(!fresh)
        #expect(panel.fake.snapshots.count { $0.kind == lamp } == asked, "it is asked again when its time comes")
        await panel.stop()
    }
}
