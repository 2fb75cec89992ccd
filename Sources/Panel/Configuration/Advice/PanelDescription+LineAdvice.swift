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

    /// Suggestions for outputs that the board's pull resistors make active between power-up and the panel's start.
    /// Nothing is wired to a simulated board.
    public var adviceOnLines: [Diagnostic] {
        guard board != .simulated else { return [] }
        return controls.compactMap { control in
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
