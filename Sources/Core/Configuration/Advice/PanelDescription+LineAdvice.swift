extension PanelDescription {
    /// Names that are probably mistyped. Another chip, such as an expander, may have a line of such a name, so they are
    /// no errors.
    var remarksOnLines: [Diagnostic] {
        guard board.hasHeaderNames else { return [] }
        return allLines.compactMap { line in
            guard let mistyped = MistypedHeaderLine(line.name) else { return nil }
            let (first, last) = (RaspberryPiHeader.lines.lowerBound, RaspberryPiHeader.lines.upperBound - 1)
            return .note(
                "line '\(line.name.shown)': the header of a Raspberry Pi has GPIO\(first) to GPIO\(last); "
                    + (mistyped.meant.map { "did you mean '\($0)'?" } ?? "name one of these")
                    + " (write a line of another chip as CHIP:OFFSET)", at: line.position)
        }
    }

    /// A board that looks like the name of a computer. No chip of the kernel has a label with spaces, as far as known.
    var remarksOnBoard: [Diagnostic] {
        guard case .chip(let chip) = board, chip.contains(" ") else { return [] }
        return [
            .note(
                "board: '\(chip.shown)' does not look like a chip's label, name or path ('holdfast lines' shows them); leave "
                    + "the key out for a Raspberry Pi's header", at: boardPosition ?? .start(of: file))
        ]
    }

    /// Suggestions for lines of a Raspberry Pi's header that the board itself, or a display, makes unfit for their parts. Nothing
    /// is wired to a simulated board.
    public var adviceOnLines: [Diagnostic] {
        guard board != .simulated else { return [] }
        return adviceOnPowerUp + adviceOnI2C + adviceOnFixedResistors
    }

    /// Parts on the lines of I²C beside a character LCD.
    private var adviceOnI2C: [Diagnostic] {
        guard let display, !display.device.hasPrefix("/dev/tty"), !display.device.hasPrefix("/dev/pts/") else {
            return []
        }
        let used = Set(allLines.compactMap { $0.headerNumber(of: board) })
        let remedy = RaspberryPiHeader.plainLines.first { !used.contains($0) }.map { "the part to GPIO\($0), or " }
        return usedLines.compactMap { line, part in
            guard let number = line.headerNumber(of: board), let name = RaspberryPiHeader.i2c[number] else {
                return nil
            }
            return .note(
                "\(part) and the display both need GPIO\(number): an LCD on I²C (hd44780-i2c-lcd), as most are, has it as \(name); "
                    + "connect \(remedy ?? "")the LCD without I²C (hd44780-lcd)", at: line.position)
        }
    }

    /// Contacts to 3.3 V on lines that a resistor on the board holds there.
    private var adviceOnFixedResistors: [Diagnostic] {
        let inputs =
            controls.compactMap { control in control.sensor.map { ($0.line, $0.bias, "sensor of \(control.key)") } }
            + buttons.map { ($0.line, $0.bias, "button \($0.name)") }
        return inputs.compactMap { line, bias, part in
            guard bias == .down, let number = line.headerNumber(of: board), RaspberryPiHeader.i2c[number] != nil else {
                return nil
            }
            return .note(
                "\(part): a resistor of 1.8 kΩ on the board pulls GPIO\(number) up, so that pull: down has no effect, and a "
                    + "contact to 3.3 V is never seen; connect the contact to ground, with active: low, or to another line",
                at: line.position)
        }
    }

    /// Outputs that the board's pull resistors make active between power-up and the panel's start.
    private var adviceOnPowerUp: [Diagnostic] {
        controls.compactMap { control in
            // An output with `fail: open` is to be active without a panel.
            guard let output = control.action.output, !output.failsActive,
                let number = output.line.headerNumber(of: board),
                output.line.isActiveLow != RaspberryPiHeader.pulledUp.contains(number)
            else { return nil }
            let (pull, voltage, lines) =
                output.line.isActiveLow ? ("down", "0 V", "GPIO4 to GPIO8") : ("up", "3.3 V", "GPIO9 or higher")
            return .note(
                "control '\(control.key)': a Raspberry Pi pulls GPIO\(number) \(pull) until the panel starts, and a relay "
                    + "that switches on at \(voltage) is on meanwhile; connect it to \(lines)", at: output.line.position
            )
        }
    }
}

extension LineDescription {
    /// The line's number on a Raspberry Pi's header; `nil` for another line, or if the chip is unknown.
    fileprivate func headerNumber(of board: BoardSelection) -> Int? {
        guard board.hasHeaderNames, case .name(let name) = Identity(name)?.onHeader(of: board) else { return nil }
        return RaspberryPiHeader.lines.first { name == "gpio\($0)" }
    }
}
