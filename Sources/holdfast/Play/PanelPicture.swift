import Configuration
import Controls
import EventLoop
import Indicators
import Panel

/// A panel drawn with characters: its lights in colour, its controls, and what it says.
@PanelActor
struct PanelPicture {
    let engine: PanelEngine
    let keys: ButtonKeys
    /// Names of the buttons that are down.
    var pressed: Set<String> = []

    /// The picture's lines.
    var lines: [String] {
        var lines = ["", Self.bold(engine.description.name)]
        let lights = engine.allLights.map { light in
            Self.lamp(light.isLit ? light.color?.color ?? light.look?.color ?? .white : nil) + " " + light.name
        }
        if !lights.isEmpty { lines.append("  " + lights.joined(separator: "   ")) }
        for snapshot in engine.snapshots {
            let value = [
                snapshot.valueText, snapshot.isRunning ? "running" : nil, snapshot.failure.map { "failed: \($0)" },
            ]
            .compactMap { $0 }.joined(separator: ", ")
            lines.append("  \(snapshot.title)\(value.isEmpty ? "" : ": \(value)")")
        }
        for (button, letter) in zip(engine.description.buttons, keys.letters) {
            let key = letter.map { "[\($0)]" } ?? "   "
            lines.append("  \(key) \(pressed.contains(button.name) ? Self.bold(button.name) : button.name)")
        }
        lines.append("  " + (engine.hint ?? engine.status ?? ""))
        for fault in engine.faults { lines.append("  \(fault)") }
        return lines
    }

    /// A lamp, in the look's colour or dark.
    private static func lamp(_ color: Color?) -> String {
        guard let color else { return "\u{1B}[2m○\u{1B}[0m" }
        return "\u{1B}[38;2;\(color.red);\(color.green);\(color.blue)m●\u{1B}[0m"
    }

    private static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
}
