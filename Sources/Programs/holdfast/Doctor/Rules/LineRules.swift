import Configuration
import GPIO
import Panel

/// Checks that each line of the panel's file exists, and is free or held by the panel.
enum LineRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        let board = facts.board
        if board.isSimulated {
            let found = "the panel's file has 'board: simulated', so no real line is examined"
            return [.note("board-simulated", "board", found)]
        }
        if let problem = board.problem { return [noBoard(problem, facts.file.path)] }
        let found = board.lines.compactMap { finding(of: $0, facts.boot) }
        guard found.isEmpty, !board.lines.isEmpty else { return found }
        let held = board.lines.count { $0.consumer != nil }
        return [.ok("lines", "lines", "all \(board.lines.count) lines exist; the panel holds \(held) of them")]
    }

    private static func noBoard(_ problem: GPIOError, _ file: String) -> Finding {
        let (id, subject) = ("board", "GPIO chips")
        switch problem {
        case .notPermitted: return .note(id, subject, problem.description, remedy: "sudo holdfast doctor \(file)")
        case .noChips:
            return .error(
                id, subject, "this machine has no GPIO chip",
                remedy: "set 'board: simulated' in the panel's file to try a panel without hardware")
        default: return .error(id, subject, problem.description, remedy: "holdfast lines")
        }
    }

    private static func finding(of line: LineFacts, _ boot: BootConfiguration?) -> Finding? {
        switch line.info {
        case nil: return nil
        case .failure(let error):
            return .error(
                "line-missing", line.subject, error.description,
                remedy: "holdfast lines, and correct the name at \(line.line.position)")
        case .success(let info):
            guard let consumer = info.consumer, consumer != PanelLines.consumer else { return nil }
            return .error(
                "line-busy", line.subject, "the line is in use by '\(consumer)'",
                remedy: remedy(for: consumer, line, info, boot) + "; or choose another line")
        }
    }

    /// The way to free a line, by the name that its holder has given. A driver gives the name of a device or of a
    /// property in the device tree.
    private static func remedy(
        for consumer: String, _ line: LineFacts, _ info: LineInfo, _ boot: BootConfiguration?
    ) -> String {
        if let claim = boot?.claims.first(where: { line.headerNumber.map($0.lines.contains) ?? false }) {
            return "remove '\(claim.setting.text)' from \(claim.setting.place), then sudo reboot"
        }
        if consumer == "sysfs" { return "end the program that uses /sys/class/gpio, or sudo reboot" }
        if consumer.hasPrefix("spi"), consumer.contains("CS") {
            return "remove the SPI overlay or 'dtparam=spi=on' from config.txt, then sudo reboot"
        }
        if ["sda", "scl"].contains(consumer) || consumer.hasPrefix("i2c") {
            return "remove the I2C overlay from config.txt, then sudo reboot"
        }
        // Kernels since 6.2 name the lines of a process (`linereq_show_fdinfo` in `drivers/gpio/gpiolib-cdev.c`).
        return
            "sudo grep -lE 'gpio-line:.\(info.address.offset)$' /proc/[0-9]*/fdinfo/* finds a program that holds the line"
    }
}
