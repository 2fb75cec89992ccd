import Configuration
import ControlModel
import EventLoop
import Indicators
import Panel
import ProgramSupport

/// A panel drawn with characters: lights in colour, controls, the lock, the hint or status, faults, and the effects
/// of keys.
@PanelActor
struct PlayPicture {
    let engine: PanelEngine
    let keys: PlayKeys
    /// The PIN that unlocks the panel at its pad; `nil` if the panel has no pad.
    let pin: String?
    /// The names of the buttons that are down.
    var pressed: Set<String> = []
    /// The levels of the sensors, in the order of their controls.
    var sensed: [Bool]
    /// Whether a key of the pad is down.
    var isKeyDown = false
    /// A key that the player struck last, and that has no effect; `nil` for none.
    var unknownKey: String?
    /// The latest lines about commands, requests and extensions, the newest at the end.
    private var actions: [String] = []

    private static let mostActions = 6

    init(engine: PanelEngine, keys: PlayKeys, pin: String?) {
        (self.engine, self.keys, self.pin) = (engine, keys, pin)
        sensed = engine.description.sensors.map { _ in false }
    }

    /// Adds a line about an action that was performed, or would have been.
    mutating func note(_ action: String) {
        actions.append(action)
        if actions.count > Self.mostActions { actions.removeFirst() }
    }

    /// The picture's lines. Lines that change often come first, because a small terminal has no room for the last
    /// ones.
    var lines: [ClippedText] {
        var title = ClippedText()
        title.append(bold: engine.description.name)
        var lines = [ClippedText(), title]
        var lights = ClippedText()
        for light in engine.allLights {
            let color = light.isLit ? light.color?.color ?? light.look?.color ?? .white : nil
            lights.append("  ")
            if let color {
                lights.append("●", look: "38;2;\(color.red);\(color.green);\(color.blue)")
            } else {
                lights.append("○", look: "2")
            }
            lights.append(" \(light.name) ")
        }
        if !engine.allLights.isEmpty { lines.append(lights) }
        for snapshot in engine.snapshots {
            let value = [
                snapshot.isRedacted ? "private" : snapshot.valueText, snapshot.isRunning ? "running" : nil,
                snapshot.failure.map { "failed: \($0)" },
            ]
            .compactMap { $0 }.joined(separator: ", ")
            lines.append(ClippedText("  \(snapshot.title)\(value.isEmpty ? "" : ": \(value)")"))
        }
        lines += padLines
        lines.append(ClippedText("  " + (engine.hint ?? engine.status ?? "")))
        for fault in engine.faults { lines.append(ClippedText("  \(fault)")) }
        for action in actions { lines.append(ClippedText("  \(action)")) }
        if let unknownKey { lines.append(ClippedText("  no key \(unknownKey); the keys are below")) }
        lines.append(ClippedText("  [Esc]  ends the program"))
        return lines + legend
    }

    /// The keys and their effects.
    private var legend: [ClippedText] {
        let panel = engine.description
        let rows = keys.entries.map { entry -> [String] in
            let key = entry.key.map { "[\($0)]" } ?? ""
            switch entry.action {
            case .gesture(let gesture, let index):
                let button = panel.buttons[index]
                return [key, button.name, gesture.rawValue, performed(by: gesture, of: button)]
            case .sensor(let index):
                let (control, sensor) = panel.sensors[index]
                return [
                    key, sensor.line.name, "sensor of \(control.key)",
                    sensed[index] ? "active" : "inactive",
                ]
            }
        }
        return zip(keys.entries, Table.lines(rows)).map { entry, line in
            var text = ClippedText("  ")
            if case .gesture(_, let index) = entry.action, pressed.contains(panel.buttons[index].name) {
                text.append(bold: line)
            } else {
                text.append(line)
            }
            return text
        }
    }

    private func performed(by gesture: PlayedGesture, of button: ButtonDescription) -> String {
        guard gesture != .tap else { return "shows the hint" }
        guard let control = gesture.control(of: button) else { return "" }
        let snapshot = engine.snapshots.first { $0.kind == control.kind }
        return snapshot?.displayName ?? engine.description.control(control.kind)?.key ?? control.kind
    }

    /// The pad, the state of the lock, and the PIN.
    private var padLines: [ClippedText] {
        guard let pin else { return [] }
        let name = engine.description.keypads.first?.name ?? "PIN pad"
        var line = ClippedText("  [0-9] ")
        if isKeyDown { line.append(bold: name) } else { line.append(name) }
        line.append(": ")
        if engine.isUnlocked { line.append(bold: "unlocked") } else { line.append("locked") }
        var words: [String] = []
        if let lockout = engine.lockout {
            words.append("too many wrong PINs: none is taken for \(AgeText.of((lockout / .seconds(1)).rounded(.up)))")
        } else if let pending = engine.pendingControl.flatMap({ engine.snapshot(of: $0) }) {
            words.append("'\(pending.displayName)' waits for a PIN")
        }
        // The sign is the same for any number of digits.
        if engine.prompt?.wasWrong == true { words.append("wrong PIN") }
        if engine.prompt?.hasKeys == true { words.append("typing …") }
        for word in words { line.append(", \(word)") }
        return [line, ClippedText("        PIN \(pin) + Enter unlocks, Backspace clears")]
    }

    /// Whether the lines of the lock change with time: a lockout or a prompt.
    var isLockChanging: Bool { engine.lockout != nil || engine.prompt != nil }
}

extension PanelDescription {
    var sensors: [(control: ControlDescription, sensor: SensorDescription)] {
        controls.compactMap { control in control.sensor.map { (control, $0) } }
    }
}
