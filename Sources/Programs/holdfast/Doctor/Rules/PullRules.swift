import Configuration
import GPIO
import Panel

/// Checks the resistors of inputs.
enum PullRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        guard !facts.board.isSimulated else { return [] }
        return facts.board.lines.compactMap { line in
            guard case .input(let bias) = line.use, case .success(let info) = line.info else { return nil }
            return unableChip(line, bias, info) ?? floating(line, bias, info) ?? closed(line, bias)
        }
    }

    /// Chips of drivers without resistors, by the beginnings of their labels. The kernel does not report a resistor that
    /// a chip lacks (`gpio_set_bias` in `drivers/gpio/gpiolib.c`). `cp210x` sets the drive alone
    /// (`drivers/usb/serial/cp210x.c`); the other two drivers set nothing (`drivers/usb/serial/ftdi_sio.c`,
    /// `drivers/hid/hid-mcp2221.c`).
    private static let chipsWithoutBias = ["cp210x", "ftdi-cbus", "mcp2221_gpio"]

    private static func unableChip(_ line: LineFacts, _ bias: LineBias, _ info: LineInfo) -> Finding? {
        guard bias != .none, chipsWithoutBias.contains(where: info.address.chipLabel.hasPrefix) else { return nil }
        let rail = bias == .up ? "the chip's supply" : "ground"
        return .warning(
            "pull-unavailable", line.subject,
            "the chip '\(info.address.chipLabel)' has no resistors, so 'pull: \(bias.rawValue)' has no effect",
            remedy: "connect the line to \(rail) by a resistor of 1 to 10 kΩ, and set 'pull: none'")
    }

    /// A held line whose request has another resistor than the file, or none at all.
    private static func floating(_ line: LineFacts, _ bias: LineBias, _ info: LineInfo) -> Finding? {
        guard info.consumer == PanelLines.consumer, let held = info.bias else { return nil }
        if bias != .none, held.rawValue != bias.rawValue {
            return .warning(
                "pull-not-in-effect", line.subject,
                "the file has 'pull: \(bias.rawValue)', and the running panel uses 'pull: \(held.rawValue)'",
                remedy: "sudo systemctl reload holdfast")
        }
        guard bias == .none, held == .none else { return nil }
        return .note(
            "pull-none", line.subject, "the chip's resistor is off, so the board must have a resistor on the line",
            remedy:
                "remove 'pull: none' from the file if the board has no resistor, then sudo systemctl reload holdfast")
    }

    /// A contact that counts as closed although no person presses the button.
    private static func closed(_ line: LineFacts, _ bias: LineBias) -> Finding? {
        guard line.isActiveAtRest == true, !line.owner.hasPrefix("sensor") else { return nil }
        let (level, pull) = line.line.isActiveLow ? ("low", "up") : ("high", "down")
        return .warning(
            "input-active", line.subject, "the line was active (\(level)) for the whole examination",
            remedy: bias == .none
                ? "set 'pull: \(pull)' at \(line.line.position), or add a resistor to the board"
                : "release the contact; else check its wires, and 'active' at \(line.line.position)")
    }
}
