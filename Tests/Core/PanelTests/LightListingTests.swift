import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// The listing of a panel's lights (`holdfast lights`).
@PanelActor
struct LightListingTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, tint: orange, toggle: {line: GPIO18}}
          bell: {title: Bell, tint: purple, button: {pulse: GPIO23, for: 1s}}
        buttons:
          action: {line: GPIO17, hold: lamp}
          side: {line: GPIO27, hold: bell}
        lights:
          status: {red: GPIO9, green: GPIO10, blue: GPIO11, shows: status}
          lamp: {red: GPIO5, green: GPIO6, blue: GPIO13, shows: lamp}
          plain: {line: GPIO19, shows: null}
        """

    private let panel: TestPanel

    init() throws {
        panel = try TestPanel(Self.yaml)
        try panel.engine.start()
    }

    private var lights: [ListedLight] { panel.engine.lists.lights.list(as: .panel) }

    /// The layers of a light, the highest first: its pattern and the reason.
    private func layers(_ name: String) -> [String] {
        lights.first { $0.name == name }?.layers.map { "\($0.pattern): \($0.reason)" } ?? []
    }

    private func stop() async {
        panel.engine.stop()
        await panel.expectNothingLeft()
        #expect(lights.isEmpty)
    }

    @Test("each light is listed in the file's order, with its look and the reason")
    func ordinary() async throws {
        #expect(lights.map(\.name) == ["status", "lamp", "plain"])
        #expect(lights.map(\.shows) == ["status", "org.example.test.lamp", nil])
        #expect(lights.map(\.color) == [nil, "yellow", nil])
        #expect(layers("lamp") == ["off: 'Lamp': Off"])
        #expect(layers("status") == [] && layers("plain") == [])
        try await panel.hold("GPIO17", for: .milliseconds(600))
        await panel.advance(.seconds(1))
        #expect(layers("lamp") == ["on: 'Lamp': On"])
        #expect(lights.map(\.isLit) == [false, true, false])
        await stop()
    }

    @Test("the panel's light says that the panel is unlocked")
    func unlocked() async throws {
        let test = try await TestPanel.locked(
            Self.yaml + "\nkeypad: {rows: [GPIO20], columns: [GPIO21, GPIO22], keys: [\"1#\"]}\n", isEnrolled: true)
        try await test.start()
        await test.unlock()
        let status = test.engine.lists.lights.list(as: .panel).first
        #expect(status?.layers.last?.reason == LightMeaning.unlocked.words)
        await test.stop()
    }

    @Test("a hold and its result cover a light's state; a control without a light uses the panel's")
    func hold() async throws {
        try panel.board.moveContact("GPIO17", isClosed: true)
        try panel.board.moveContact("GPIO27", isClosed: true)
        await panel.advance(.milliseconds(100))
        #expect(layers("lamp") == ["hold: a button is held", "off: 'Lamp': Off"])
        #expect(layers("status") == ["hold: a button is held"])
        #expect(lights.first?.color == "magenta")
        await panel.advance(.milliseconds(450))
        #expect(layers("lamp") == ["performed: 'Lamp' has performed", "on: 'Lamp': On"])
        #expect(layers("status") == ["performed: a control has performed"])
        await stop()
    }

    @Test("a fault is shown by the panel's light and by the light of the button's control")
    func fault() async throws {
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.seconds(120))
        let words = try #require(panel.engine.faults.first).description
        #expect(layers("status") == ["fault: \(words)"])
        #expect(layers("lamp") == ["fault: \(words)", "on: 'Lamp': On"])
        #expect(lights.map(\.color) == ["red", "red", nil])
        await stop()
    }
}
