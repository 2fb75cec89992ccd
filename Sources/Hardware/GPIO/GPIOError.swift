/// What can go wrong between a board and its lines. `GPIOError+Description.swift` has the words.
public enum GPIOError: Error, Sendable, Hashable {
    /// No chip with this label, name or path; `known` are those that there are.
    case noSuchChip(String, known: [String])
    /// There is no GPIO chip at all.
    case noChips
    /// More than one chip has this label.
    case ambiguousChip(String, chips: [String])
    /// No line with this name on any of `chips`.
    case noSuchLine(String, chips: [String])
    /// The chip has no line with this offset.
    case offsetOutOfRange(line: String, count: Int)
    /// Several lines have this name; `chips` are theirs, one for each line.
    case ambiguousLine(String, chips: [String])
    /// The lines of one request, each with its chip, are not all on one chip.
    case severalChips(lines: [String])
    /// Somebody else has the line, or the same request names it twice.
    case busy(line: String, consumer: String)
    /// This process may not open the chip.
    case notPermitted(chip: String)
    /// The chip went away: an expander was unplugged, its driver unbound.
    case chipGone(String)
    /// A system or library call failed otherwise.
    case failed(call: String, object: String, code: Int32)
}
