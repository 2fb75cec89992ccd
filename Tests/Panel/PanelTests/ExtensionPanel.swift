import Configuration
import ControlModel
import EventLoop
import LocalAPI
import Panel
import Testing

/// A panel with an extension that the test simulates.
@PanelActor
struct ExtensionPanel {
    static let timer = "org.example.focus.timer"
    static let lamp = "org.example.focus.lamp"

    static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          light: {title: Light, toggle: {line: GPIO18}}
        buttons:
          action: {line: GPIO17, hold: org.example.focus.lamp}
          work: {line: GPIO22, hold: {kind: org.example.focus.timer, configuration: {timer: work}}}
          rest: {line: GPIO23, hold: {kind: org.example.focus.timer, configuration: {timer: rest}}}
          own: {line: GPIO24, hold: light}
        lights:
          lamp: {line: GPIO26, shows: org.example.focus.lamp}
        extensions:
          - {name: focus, domain: org.example.focus}
        """

    let fake: FakeExtension
    let panel: TestPanel
    var engine: PanelEngine { panel.engine }

    init(kinds: [String] = [lamp, timer], developerMode: Bool = false) throws {
        fake = FakeExtension(kinds: kinds)
        for index in kinds.indices where kinds[index] == Self.timer {
            fake.description.controls[index].parameters = [IntentParameterInfo(name: "timer")]
        }
        panel = try TestPanel(Self.yaml, extensions: ["focus": fake], developerMode: developerMode)
    }

    /// Starts the panel and lets the extension appear.
    func start() async throws {
        try engine.start()
        await panel.advance(.zero)
    }

    func stop() async {
        engine.stop()
        await panel.expectNothingLeft()
        #expect(!fake.isStarted)
    }

    func hold() async throws {
        try await panel.hold("GPIO17", for: .milliseconds(600))
    }

    var shown: ControlSnapshot? { engine.snapshot(of: Self.lamp) }

    /// The number of calls of the lamp's provider.
    var runs: Int { fake.snapshots.lazy.filter { $0.kind == Self.lamp }.count }

    var failures: [String] {
        panel.events.compactMap { if case .failed(_, let reason) = $0 { reason } else { nil } }
    }

    var refusals: [String] {
        panel.events.compactMap { if case .refused(_, let reason) = $0 { reason } else { nil } }
    }

    var performed: [String] {
        panel.events.compactMap { if case .performed(let name) = $0 { name } else { nil } }
    }
}
