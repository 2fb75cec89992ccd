import Configuration
import GPIO

/// The lines of the panel on the machine's chips.
struct BoardFacts: Sendable {
    /// Whether the panel's file chooses the simulated board.
    var isSimulated = false
    /// Why no chip can be listed.
    var problem: GPIOError?
    /// The lines in the order of the file.
    var lines: [LineFacts] = []
}

/// One line of the panel's file, and what the kernel knows of the line.
struct LineFacts: Sendable, Hashable {
    /// The part of the panel that uses the line.
    enum Use: Sendable, Hashable {
        /// A contact with this resistor.
        case input(LineBias)
        /// An output, which is active without a panel if `failsActive` is set.
        case output(failsActive: Bool)
        /// A column of a keypad, which drives low alone.
        case column
    }

    /// The line as the file names it.
    var line: LineDescription
    var use: Use
    /// The part of the panel, such as `button 'action'`.
    var owner: String
    /// The kernel's information; the error if the line was not found; `nil` if no chip could be listed.
    var info: Result<LineInfo, GPIOError>?
    /// Whether the line was active from the beginning to the end of the examination; `nil` for a line that was not watched.
    var isActiveAtRest: Bool?

    /// The line's number on the header of a Raspberry Pi; `nil` for a line of another chip.
    var headerNumber: Int? {
        if case .success(let info) = info {
            return LineDirectory.headerLabels.contains(info.address.chipLabel) ? info.address.offset : nil
        }
        switch LineReference(line.name) {
        case .place(let chip, let offset): return LineDirectory.headerLabels.contains(chip) ? offset : nil
        case .name(let name):
            return RaspberryPiHeader.line(kernelName: name)
                ?? (name.hasPrefix("GPIO") ? Int(name.dropFirst(4)) : nil)
        }
    }

    /// The line with its pin and its other names, and its use, for people: `line 'GPIO4' (pin 7, GPIO_GCLK) of control
    /// 'fan'`.
    var subject: String { "line '\(line.name)'\(others) of \(owner)" }

    private var others: String {
        guard case .success(let info) = info, let number = info.address.headerLine,
            let found = HeaderLine(number: number, kernelName: info.address.name)
        else { return "" }
        return " (\(found.others(than: line.name)))"
    }

    /// The program or driver that has the line; `nil` for a free line.
    var consumer: String? {
        if case .success(let info) = info { info.consumer } else { nil }
    }
}

extension PanelDescription {
    /// All lines of the file with their uses, without the kernel's information.
    var examinedLines: [LineFacts] {
        func facts(_ line: LineDescription, _ use: LineFacts.Use, _ owner: String) -> LineFacts {
            LineFacts(line: line, use: use, owner: owner)
        }
        var lines: [LineFacts] = []
        for control in controls {
            if let output = control.action.output {
                lines.append(facts(output.line, .output(failsActive: output.failsActive), "control '\(control.key)'"))
            }
            if let sensor = control.sensor {
                lines.append(facts(sensor.line, .input(sensor.bias), "sensor of '\(control.key)'"))
            }
        }
        lines += buttons.map { facts($0.line, .input($0.bias), "button '\($0.name)'") }
        for keypad in keypads {
            guard case .matrix(let rows, let columns, _) = keypad.source else { continue }
            // The chip pulls the rows up (`KeypadKeys.rows`).
            lines += rows.map { facts($0, .input(.up), "row of the keypad") }
            lines += columns.map { facts($0, .column, "column of the keypad") }
        }
        for light in lights {
            lines += light.output.lines.map { facts($0, .output(failsActive: false), "light '\(light.name)'") }
        }
        return lines + (sound?.line.map { [facts($0, .output(failsActive: false), "buzzer")] } ?? [])
    }
}
