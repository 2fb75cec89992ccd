import ControlModel
import EventLoop
import LocalAPI
import Panel
import Testing

/// The hint that a tap shows, on a panel.
@PanelActor
struct HintTests {
    private let yaml = """
        name: Test
        domain: org.example.test
        controls:
          bell: {title: Bell, button: {pulse: GPIO1, for: 1s}, status: Rung}
          lamp: {title: Lamp, toggle: {line: GPIO2}}
          lights: {title: Lights, toggle: {line: GPIO3}, value_on: Lights On, value_off: Lights Off}
          timer: {title: Timer, toggle: {line: GPIO4}, hint_turn_on: Start, hint_turn_off: Stop}
        buttons:
          a: {line: GPIO11, hold: bell}
          b: {line: GPIO12, hold: lamp}
          c: {line: GPIO13, hold: lights}
          d: {line: GPIO14, hold: timer}
        """

    private func tap(_ line: String, on panel: TestPanel) async throws -> String? {
        try await panel.hold(line, for: .milliseconds(80))
        return panel.engine.hint
    }

    @Test(
        "H1 H3 H4 H5 a tap shows the effect of a hold, and the opposite effect after the hold",
        arguments: [
            ("GPIO11", "Hold for 'Bell'", "Hold for 'Bell'"),
            ("GPIO12", "Hold to Turn On 'Lamp'", "Hold to Turn Off 'Lamp'"),
            ("GPIO13", "Hold for Lights On", "Hold for Lights Off"), ("GPIO14", "Hold to Start", "Hold to Stop"),
        ])
    func hints(line: String, before: String, after: String) async throws {
        let panel = try TestPanel(yaml)
        try panel.engine.start()
        #expect(try await tap(line, on: panel) == before)
        try await panel.hold(line, for: .milliseconds(600))
        #expect(try await tap(line, on: panel) == after)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("H2 a tap on a button that opens a view names the view")
    func opening() async throws {
        let panel = try TestPanel.extended()
        let target = OpenTarget(type: "View", typeName: "View", value: .string("history"), title: "History")
        panel.fake.evaluate = { request in
            var evaluation = FakeExtension.button(request.kind, opens: target)
            evaluation.control.hint = ControlHint.button(displayName: "History", opensView: true).text
            return .success(evaluation)
        }
        try await panel.start()
        try await panel.hold("GPIO17", for: .milliseconds(80))
        #expect(panel.engine.hint == "Hold to Open History")
        await panel.stop()
    }

    @Test("H2 H5 the hint of an `open:` control in the file is `Hold to Open NAME`, or its own hint")
    func openingOfFile() async throws {
        let panel = try TestPanel(
            """
            name: Test
            domain: org.example.test
            controls:
              visitors: {title: Visitors, button: {open: history}}
              lamp: {title: Lamp, toggle: {line: GPIO2}}
              look: {title: Lamp View, button: {open: lamp}, hint: See the Lamp}
              secret: {title: Secret, button: {open: lamp}, privacy: label}
            buttons:
              a: {line: GPIO11, hold: visitors}
              b: {line: GPIO12, hold: look}
              c: {line: GPIO13, hold: secret}
            """)
        try panel.engine.start()
        #expect(try await tap("GPIO11", on: panel) == "Hold to Open Visitors")
        #expect(try await tap("GPIO12", on: panel) == "Hold to See the Lamp")
        #expect(try await tap("GPIO13", on: panel) == "Hold to Open Test")
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("H6 a hint is shown for 3 s, or until a hold performs")
    func duration() async throws {
        let panel = try TestPanel(yaml)
        try panel.engine.start()
        // The helper reports the tap 20 ms before the hint ends.
        #expect(try await tap("GPIO12", on: panel) != nil)
        await panel.advance(.milliseconds(2_970))
        #expect(panel.engine.hint != nil)
        await panel.advance(.milliseconds(30))
        #expect(panel.engine.hint == nil)
        #expect(try await tap("GPIO12", on: panel) != nil)
        try await panel.hold("GPIO12", for: .milliseconds(400))
        #expect(panel.engine.hint != nil, "a press that is no hold leaves it")
        try await panel.hold("GPIO12", for: .milliseconds(600))
        #expect(panel.engine.hint == nil)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("H7 a status is shown for 3 s after the action")
    func status() async throws {
        let panel = try TestPanel(yaml)
        try panel.engine.start()
        try await panel.hold("GPIO11", for: .milliseconds(600))
        #expect(panel.engine.status == "Rung")
        // The action was performed 120 ms ago.
        await panel.advance(.milliseconds(2_870))
        #expect(panel.engine.status == "Rung")
        await panel.advance(.milliseconds(20))
        #expect(panel.engine.status == nil)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }
}
