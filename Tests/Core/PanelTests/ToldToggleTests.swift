import ControlModel
import EventLoop
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// Toggles whose state another program sends without a question, as the gateway does for topics of a broker.
@PanelActor
struct ToldToggleTests {
    private nonisolated static let topic = "io.holdfast.gateway.mqtt", share = "io.holdfast.gateway.share"

    private static let yaml = """
        name: Test
        domain: org.example.test
        mqtt: {broker: "mqtt://localhost"}
        controls:
          porch: {title: Porch, toggle: {mqtt: {command: porch/set, state: porch, key: state}}}
          focus: {title: Focus, toggle: {share: house/focus}}
          shed: {title: Shed, toggle: {mqtt: {command: shed/set, state: shed}}, sensor: {line: GPIO27}}
        buttons:
          action: {line: GPIO17, hold: porch}
        lights:
          lamp: {line: GPIO26, shows: porch}
        """

    private let gateway = FakeExtension(kinds: [topic, share])
    private let panel: TestPanel

    init() throws {
        panel = try TestPanel(Self.yaml, extensions: ["gateway": gateway])
    }

    private func tell(_ kind: String, _ state: String, isOn: Bool) throws {
        let placed = try #require(
            gateway.snapshots.first {
                $0.kind == kind && ($0.configuration["state"] ?? $0.configuration["topic"]) == .string(state)
            })
        let value = PlacedValue(
            configuration: placed.configuration, evaluation: FakeExtension.toggle(placed, isOn: isOn))
        #expect(panel.engine.services.update(kind: kind, to: [value], for: .hosted("gateway")))
    }

    @Test(
        "a toggle behind a topic, and a shared one, show state, text and hint of one message at once, in one change",
        arguments: [("porch", "Porch", topic, "porch"), ("focus", "Focus", share, "house/focus")])
    func together(key: String, title: String, kind: String, state: String) async throws {
        try panel.engine.start()
        await panel.advance(.seconds(1))
        for isOn in [true, false, true] {
            panel.forget()
            try tell(kind, state, isOn: isOn)
            let changes = panel.events.compactMap { event -> ControlSnapshot? in
                if case .controlChanged(let snapshot, _) = event { snapshot } else { nil }
            }
            #expect(changes.map(\.isOn) == [isOn])
            #expect(changes.map(\.valueText) == [isOn ? "On" : "Off"])
            #expect(changes.map(\.hint) == ["Hold to Turn \(isOn ? "Off" : "On") '\(title)'"])
            let listed = try #require(panel.engine.lists.controls.listed(key))
            #expect(listed.snapshot == changes.last && listed.age == 0)
            await panel.advance(.seconds(1))
        }
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a performer's own words of a state, such as those of a unit that has failed, are shown")
    func words() async throws {
        gateway.evaluate = { request in
            var found = FakeExtension.toggle(request, isOn: false)
            found.control.valueText = "Failed"
            return .success(found)
        }
        try panel.engine.start()
        await panel.advance(.seconds(1))
        #expect(panel.engine.snapshot(of: "porch")?.valueText == "Failed")
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("the text of a toggle with a sensor is the text of the sensed state, whatever its performer says")
    func sensed() async throws {
        try panel.engine.start()
        await panel.advance(.seconds(1))
        for isActive in [true, false] {
            try panel.board.sense("GPIO27", isActive: isActive)
            await panel.advance(.seconds(1))
            let shown = try #require(panel.engine.lists.controls.listed("shed"))
            #expect(shown.snapshot.isOn == isActive && shown.snapshot.valueText == (isActive ? "On" : "Off"))
            #expect(shown.age == nil, "the sensor's line has the state of now")
        }
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a sensor that does not come to rest has no state, which is a fault until it rests")
    func restless() async throws {
        try panel.engine.start()
        try panel.board.sense("GPIO27", isActive: true)
        await panel.advance(.seconds(1))
        var isActive = true
        // The hum of 50 Hz.
        for _ in 0..<190 {
            isActive.toggle()
            try panel.board.sense("GPIO27", isActive: isActive)
            await panel.advance(.milliseconds(10))
        }
        #expect(panel.engine.lists.controls.listed("shed")?.snapshot.isOn == true)
        #expect(panel.engine.faults(as: .anybody).isEmpty)
        for _ in 0..<20 {
            isActive.toggle()
            try panel.board.sense("GPIO27", isActive: isActive)
            await panel.advance(.milliseconds(10))
        }
        #expect(panel.engine.faults(as: .anybody).map(\.part) == [.control("org.example.test.shed")])
        #expect(panel.engine.lists.controls.listed("shed")?.snapshot.freshness == .stale)
        try panel.board.sense("GPIO27", isActive: false)
        await panel.advance(.seconds(1))
        #expect(panel.engine.lists.controls.listed("shed")?.snapshot.isOn == false)
        #expect(panel.engine.faults(as: .anybody).isEmpty)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }
}
