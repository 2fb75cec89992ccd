import EventLoop
import Foundation
import Indicators
import LocalAPI

@testable import Panel

/// Records as text all output of a panel for viewers without a PIN. The record is also the panel's display.
final class PanelRecord: DisplaySink {
    var lines: [String] = []
    var characters = DisplayCharacters.utf8
    let (isHeld, isReleased) = (false, true)
    private(set) var shown: DisplayFrame?
    var attached: (@PanelActor () -> Void)?
    var failed: (@PanelActor (DisplayError) -> Void)?
    var recovered: (@PanelActor () -> Void)?
    var released: (@PanelActor () -> Void)?

    func start() {}
    func stop() {}
    func show(_ frame: DisplayFrame) {
        shown = frame
        lines.append("display \(frame.texts)")
    }

    /// Records all events from now on, for viewers at the panel and for programs.
    @PanelActor
    func watch(_ test: TestPanel) {
        let clock = test.clock
        test.engine.observe { [weak self] in self?.lines.append("\(clock.now) seen \($0)") }
        watchAsProgram(test)
        lines = []
    }

    /// Records events from now on for programs only, whatever is visible at the panel.
    @PanelActor
    func watchAsProgram(_ test: TestPanel) {
        let clock = test.clock
        test.engine.observe(as: .anybody) { [weak self] event in
            switch event {
            // Lights and the display are visible only at the panel, and programs receive no event about them.
            case .lightShown, .lightLookChanged, .displayChanged: return
            default: break
            }
            self?.lines.append("\(clock.now) logged \(event)")
            let notice = PanelNotice(event, on: test.engine, as: .anybody)
            if let notice { self?.lines.append("told \(Self.json(notice))") }
        }
    }

    /// Records the state of lights and display, and the answers to programs.
    @PanelActor
    func ask(_ test: TestPanel, _ leds: FakeLEDs = FakeLEDs()) {
        askAsProgram(test)
        lines.append("lights before it \(test.engine.allLights.map { "\($0.isLit) \($0.layers)" })")
        lines.append("snapshots \(test.engine.snapshots)")
        lines.append("leds \(leds.taken["rgb:door"]?.calls ?? [])")
    }

    /// Records the answers to programs.
    @PanelActor
    func askAsProgram(_ test: TestPanel) {
        for name in test.engine.lists.controls.names {
            lines.append("listed \(Self.json(test.engine.lists.controls.listed(name, as: .anybody)))")
        }
        lines.append("lights \(Self.json(test.engine.lists.lights.list(as: .anybody)))")
        lines.append("activities \(test.engine.activities(as: .anybody))")
        lines.append(
            "texts \(test.engine.surfaces.displays.hint(as: .anybody) ?? "none"), \(test.engine.surfaces.displays.status(as: .anybody) ?? "none")"
        )
        lines.append("intents \(Self.json(test.engine.lists.intents.intents(as: .anybody)))")
    }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "unencodable"
    }
}
