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
    /// The PIN that unlocks the panel at its pad; `nil` where it has none.
    let pin: String?
    /// Names of the buttons that are down.
    var pressed: Set<String> = []
    /// Whether a key of the pad is down.
    var isKeyDown = false

    /// The picture's lines.
    var lines: [String] {
        var lines = ["", Self.bold(engine.description.name)]
        let lights = engine.allLights.map { light in
            Self.lamp(light.isLit ? light.color?.color ?? light.look?.color ?? .white : nil) + " " + light.name
        }
        if !lights.isEmpty { lines.append("  " + lights.joined(separator: "   ")) }
        for snapshot in engine.snapshots {
            let value = [
                snapshot.isRedacted ? "private" : snapshot.valueText, snapshot.isRunning ? "running" : nil,
                snapshot.failure.map { "failed: \($0)" },
            ]
            .compactMap { $0 }.joined(separator: ", ")
            lines.append("  \(snapshot.title)\(value.isEmpty ? "" : ": \(value)")")
        }
        for (button, letter) in zip(engine.description.buttons, keys.letters) {
            let key = letter.map { "[\($0)]" } ?? "   "
            lines.append("  \(key) \(pressed.contains(button.name) ? Self.bold(button.name) : button.name)")
        }
        lines += padLines
        lines.append("  " + (engine.hint ?? engine.status ?? ""))
        for fault in engine.faults { lines.append("  \(fault)") }
        return lines
    }

    /// The pad, how the lock is, and what unlocks it.
    private var padLines: [String] {
        guard let pin else { return [] }
        let name = engine.description.keypads.first?.name ?? "PIN pad"
        var words = [engine.isUnlocked ? Self.bold("unlocked") : "locked"]
        if let lockout = engine.lockout {
            words.append("too many wrong PINs: none is taken for \(AgeText.of((lockout / .seconds(1)).rounded(.up)))")
        } else if let pending = engine.pendingControl.flatMap({ engine.snapshot(of: $0) }) {
            words.append("'\(pending.displayName)' waits for a PIN")
        }
        // However many digits: one sign.
        if engine.prompt?.wasWrong == true { words.append("wrong PIN") }
        if engine.prompt?.hasKeys == true { words.append("typing …") }
        return [
            "  [0-9] \(isKeyDown ? Self.bold(name) : name): \(words.joined(separator: ", "))",
            "        PIN \(pin) + Enter unlocks, Backspace clears",
        ]
    }

    /// Whether the lock says something that changes by itself.
    var isLockChanging: Bool { engine.lockout != nil || engine.prompt != nil }

    /// A lamp, in the look's colour or dark.
    private static func lamp(_ color: Color?) -> String {
        guard let color else { return "\u{1B}[2m○\u{1B}[0m" }
        return "\u{1B}[38;2;\(color.red);\(color.green);\(color.blue)m●\u{1B}[0m"
    }

    private static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
}
