import Configuration
import Panel

/// Checks the boot configuration of a Raspberry Pi against the panel's lines.
enum BootRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        guard let boot = facts.boot, !facts.board.isSimulated, facts.panel != nil else { return [] }
        let lines = facts.board.lines.filter { $0.headerNumber != nil }
        let taken = lines.flatMap { claimed($0, boot) }
        return (taken.isEmpty ? [.ok("boot-line", boot.path, "assigns no line of the panel to a driver")] : taken)
            + lines.compactMap { driven($0, boot) } + suggestion(lines, boot)
    }

    /// A line that a setting gives to a driver. Pin controllers let the panel have such a line, and the driver loses
    /// the pin (`drivers/pinctrl/bcm/pinctrl-bcm2835.c` is not strict), so the kernel names no consumer.
    private static func claimed(_ line: LineFacts, _ boot: BootConfiguration) -> [Finding] {
        guard let number = line.headerNumber, [nil, PanelLines.consumer].contains(line.consumer) else { return [] }
        return boot.claims.filter { $0.lines.contains(number) }.map { claim in
            let condition = claim.setting.isSure ? "" : ", if its filter applies"
            return .warning(
                "boot-line", line.subject, "'\(claim.setting.text)' takes GPIO\(number)\(condition)",
                remedy: "remove the line at \(claim.setting.place), then sudo reboot; or choose another line at "
                    + "\(line.line.position)")
        }
    }

    /// An output that `gpio=` makes active before the panel starts.
    private static func driven(_ line: LineFacts, _ boot: BootConfiguration) -> Finding? {
        guard case .output(failsActive: false) = line.use, let number = line.headerNumber,
            let state = boot.lines[number],
            state.isOutput == true, let isHigh = state.isHigh, isHigh != line.line.isActiveLow
        else { return nil }
        return .warning(
            "boot-output-active", line.subject,
            "'\(state.setting.text)' makes the output active until the panel starts",
            remedy: "write gpio=\(number)=op,\(level(of: line)) at \(state.setting.place)")
    }

    private static func level(of line: LineFacts) -> String { line.line.isActiveLow ? "dh" : "dl" }

    /// The lines of config.txt that hold the panel's lines inactive from the firmware's start on. An output with
    /// `fail: open` is to be active without a panel, and gets no such line.
    private static func suggestion(_ lines: [LineFacts], _ boot: BootConfiguration) -> [Finding] {
        let set = boot.lines
        var groups: [String: Set<Int>] = [:]
        for line in lines {
            guard let number = line.headerNumber, (0...27).contains(number), set[number] == nil else { continue }
            switch line.use {
            case .output(failsActive: false): groups["op,\(level(of: line))", default: []].insert(number)
            case .input(.up): groups["ip,pu", default: []].insert(number)
            case .output, .input, .column: continue
            }
        }
        // Inputs alone do no harm while the machine starts.
        guard groups.keys.contains(where: { $0.hasPrefix("op") }) else { return [] }
        let settings = groups.sorted { $0.key > $1.key }.map { attributes, numbers in
            "gpio=\(numbers.sorted().map(String.init).joined(separator: ","))=\(attributes)"
        }
        return [
            .note(
                "boot-outputs", boot.path, "nothing holds the panel's outputs inactive until the kernel is up",
                remedy: "add to \(boot.path): " + settings.joined(separator: " and "))
        ]
    }
}
