import EventLoop
import Foundation
import Indicators
import LocalAPI

@testable import Panel

/// All that leaves a panel for those who have given no PIN, as text; it is the panel's display besides.
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

    /// Has all that happens from now on told: to those in front of the panel, and to programs.
    @PanelActor
    func watch(_ test: LockPanel) {
        let clock = test.panel.clock
        test.engine.observe { [weak self] in self?.lines.append("\(clock.now) seen \($0)") }
        watchAsProgram(test)
        lines = []
    }

    /// Has what happens from now on told to programs alone, whatever those in front of the panel see.
    @PanelActor
    func watchAsProgram(_ test: LockPanel) {
        let clock = test.panel.clock
        test.engine.observe(as: .anybody) { [weak self] event in
            switch event {
            // What is seen of lights and the display is for those in front of them; nobody else is told of that.
            case .lightShown, .lightLookChanged, .displayChanged: return
            default: break
            }
            self?.lines.append("\(clock.now) logged \(event)")
            let notice = PanelNotice(event, on: test.engine, as: .anybody)
            if let notice { self?.lines.append("told \(Self.json(notice))") }
        }
    }

    /// What those in front of the panel see when they look, and what programs are answered.
    @PanelActor
    func ask(_ test: LockPanel, _ leds: FakeLEDs = FakeLEDs()) {
        askAsProgram(test)
        lines.append("lights before it \(test.engine.allLights.map { "\($0.isLit) \($0.layers)" })")
        lines.append("snapshots \(test.engine.snapshots)")
        lines.append("leds \(leds.taken["rgb:door"]?.deeds ?? [])")
    }

    /// What programs are answered.
    @PanelActor
    func askAsProgram(_ test: LockPanel) {
        for name in test.engine.listedNames {
            lines.append("listed \(Self.json(test.engine.listed(name, as: .anybody)))")
        }
        lines.append("lights \(Self.json(test.engine.listedLights(as: .anybody)))")
        lines.append("activities \(test.engine.activities(as: .anybody))")
        lines.append("texts \(test.engine.hint(as: .anybody) ?? "none"), \(test.engine.status(as: .anybody) ?? "none")")
        lines.append("intents \(Self.json(test.engine.intents(as: .anybody)))")
    }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "unencodable"
    }
}
