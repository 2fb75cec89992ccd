import EventLoop

/// Why a board or its lines do not work.
public enum GPIOError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No chip has this label, name or path; `known` lists the existing ones. `isBoard` says that the file's `board`
    /// gives the chip, not a line.
    case noSuchChip(String, known: [String], isBoard: Bool = false)
    /// The machine has no GPIO chip.
    case noChips
    /// More than one chip has this label.
    case ambiguousChip(String, chips: [String])
    /// None of `chips` has a line with this name.
    case noSuchLine(String, chips: [String])
    /// The chip has no line with this offset.
    case offsetOutOfRange(line: String, count: Int)
    /// Several lines have this name; `chips` has the chip of each.
    case ambiguousLine(String, chips: [String])
    /// The lines of one request are on several chips; each line is given with its chip.
    case severalChips(lines: [String])
    /// Another consumer has the line, or the same request names it twice.
    case busy(line: String, consumer: String)
    /// This process may not open the chip.
    case notPermitted(chip: String)
    /// The chip has disappeared: an expander was unplugged, or its driver unbound.
    case chipGone(String)
    /// Another failure of a system or library call.
    case failed(call: String, object: String, code: Int32)

    /// The failure, the object, and a remedy where there is one.
    public var description: String {
        switch self {
        case .noSuchChip(let name, let known, let isBoard):
            "no GPIO chip with the label, name or path '\(name)'; there are: \(Self.list(known))"
                + (isBoard ? "; leave 'board' out for a Raspberry Pi's header" : "")
        case .noChips:
            "no GPIO chip on this machine; 'board: simulated' needs none"
        case .ambiguousChip(let name, let chips):
            "'\(name)' is the label of several chips (\(Self.list(chips))); give the chip's name or path"
        case .noSuchLine(let name, let chips):
            "no line named '\(name)' on \(Self.list(chips)); 'holdfast lines' shows all names"
        case .offsetOutOfRange(let line, let count):
            "'\(line)': the chip has the lines 0 to \(count - 1)"
        case .ambiguousLine(let name, let chips):
            "several lines are named '\(name)' (on \(Self.list(chips))); give CHIP:OFFSET, or the chip as 'board'"
        case .severalChips(let lines):
            "the lines of one keypad or light must be on one chip: \(Self.list(lines))"
        case .busy(let line, let consumer):
            "line '\(line)' is in use by '\(consumer)'; free it, or use another line"
        case .notPermitted(let chip):
            "no permission to open \(chip); run as a member of its group (usually 'gpio')"
        case .chipGone(let chip):
            "GPIO chip \(chip) is gone; its lines work again once it is back"
        case .failed(let call, let object, let code):
            "\(object): \(call): \(SystemCall.message(code))"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
