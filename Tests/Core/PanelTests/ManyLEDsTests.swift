import ControlModel
import EventLoop
import Indicators
import LocalAPI
import Testing

@testable import Panel

/// A panel of 300 LEDs, most of which are missing.
@PanelActor
struct ManyLEDsTests {
    private static let yaml =
        """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
        buttons:
          action: {line: GPIO17, hold: lamp}
        lights:
          status: {led: "rgb:status", shows: status}

        """ + (0..<300).map { "  l\($0): {led: \"green:lan-\($0)\", shows: lamp}\n" }.joined()

    @Test("each of many missing LEDs is a fault, no timer runs for them, and the panel's status can still be read")
    func missing() async throws {
        let leds = FakeLEDs((0..<100).map { "mmc\($0)::activity" } + ["rgb:status"])
        let panel = try TestPanel(Self.yaml, leds: leds)
        try panel.engine.start()
        #expect(panel.engine.faults.count == 300)
        #expect(
            panel.engine.faults.first?.description
                == "light 'l0': no LED 'green:lan-0' in /sys/class/leds; there are: "
                + (0..<100).map { "mmc\($0)::activity" }.sorted().prefix(12).joined(separator: ", ") + " and 89 more")
        try await panel.hold("GPIO17", for: .milliseconds(600))
        #expect(panel.engine.snapshot(of: "lamp")?.isOn == true)
        await panel.advance(.seconds(10))
        #expect(panel.clock.nextDeadline == nil)
        #expect(leds.taken["rgb:status"]?.calls.last == "play 255")
        let reason = try #require(panel.engine.lists.lights.list(as: .panel).first?.layers.first?.reason)
        #expect(reason.hasSuffix("; and 290 more") && reason.utf8.count < 8_000)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }
}
