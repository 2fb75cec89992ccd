extension PanelDescription {
    /// Names that are probably mistyped. Another chip, such as an expander, may have a line of such a name, so they are
    /// no errors.
    var remarksOnLines: [Diagnostic] {
        guard board.hasHeaderNames else { return [] }
        return allLines.compactMap { line in
            guard let mistyped = MistypedHeaderLine(line.name) else { return nil }
            let (first, last) = (MistypedHeaderLine.header.lowerBound, MistypedHeaderLine.header.upperBound)
            return .note(
                "line '\(line.name.shown)': the header of a Raspberry Pi has GPIO\(first) to GPIO\(last); "
                    + (mistyped.meant.map { "did you mean '\($0)'?" } ?? "name one of these")
                    + " (write a line of another chip as CHIP:OFFSET)", at: line.position)
        }
    }
}
