import MonotonicTime

/// The search for buttons and contacts: the lines to watch, and the words that a person reads while contacts move.
struct InputSearch: Sendable {
    /// The end of the search for one contact.
    enum End: Hashable {
        /// A contact has moved twice.
        case found(SetupDraft.Input)
        /// The line does not count from now on.
        case leftOut(String)
    }

    /// The lines for the person, and the end of the search if it has come.
    typealias Progress = (lines: [String], end: End?)

    /// Whether the resistors of the chip pull the lines up; otherwise down.
    var isPulledUp = true
    /// `nil` until the lines are watched.
    private var learning: ContactLearning?
    /// The lines that could not be had.
    private var refused: Set<String> = []

    static let prompt =
        "Press a button, or move a contact (or: keypad; high, if a button connects its line to 3.3 V) [done]"

    /// The time of the next `elapse`; `nil` while nothing moves.
    var deadline: MonotonicInstant? { learning?.deadline }

    /// The line that is to move again; `nil` while any may move.
    var expected: String? { learning?.expected }

    /// Begins again, with no line that has moved.
    ///
    /// - Parameter pins: The pins that nothing else has.
    /// - Returns: The lines to watch: neither outputs, nor lines that are known.
    mutating func restart(_ draft: SetupDraft, _ pins: [BoardPin]) -> [String] {
        learning = nil
        let outputs = Set((draft.outputs ?? []).map(\.line))
        let known = Set(draft.inputs.map(\.line) + (draft.keypad.map { $0.rows + $0.columns } ?? []) + draft.leftOut)
        return pins.map(\.line).filter { !outputs.contains($0) && !known.contains($0) && !refused.contains($0) }
    }

    /// Takes the levels without a hand on any contact, and the reasons for which lines could not be had.
    mutating func begin(
        _ levels: [String: Bool], _ refused: [String: String], _ pins: [BoardPin], _ table: PinTable?
    ) -> [String] {
        func text(_ line: String) -> String { table?.text(of: line) ?? line }
        self.refused.formUnion(refused.keys)
        learning = ContactLearning(levels: levels)
        let level = isPulledUp ? "low" : "high"
        return refused.sorted { $0.key < $1.key }.map { "\(text($0.key)) is left out: \($0.value)." }
            + pins.filter { levels[$0.line] == !isPulledUp }.map {
                "\($0.text) is \(level) at rest: a stuck button, or a contact that opens."
            }
    }

    mutating func edge(
        _ line: String, isHigh: Bool, at time: MonotonicInstant, _ table: PinTable?
    ) -> Progress {
        progress(learning?.edge(line, isHigh: isHigh, at: time) ?? [], table)
    }

    mutating func elapse(to time: MonotonicInstant, _ table: PinTable?) -> Progress {
        progress(learning?.elapse(to: time) ?? [], table)
    }

    private func progress(_ findings: [ContactLearning.Finding], _ table: PinTable?) -> Progress {
        func text(_ line: String) -> String { table?.text(of: line) ?? line }
        var lines: [String] = []
        for finding in findings {
            switch finding {
            case .moved(let line, let isHigh):
                lines.append("\(text(line)) went \(isHigh ? "high" : "low"). Let go, or move it back.")
            case .back: lines.append("Do the same once more (or: skip).")
            case .movedAgain(let line, let isHigh):
                lines.append("\(text(line)) went \(isHigh ? "high" : "low") again. Let go, or move it back.")
            case .confirmed(let line, let isHigh):
                return (lines, .found(.init(line: line, isActiveLow: !isHigh, isPulledUp: isPulledUp)))
            case .other(let line, let expected):
                lines.append("That was \(text(line)). Move the one on \(text(expected)) once more (or: skip).")
            case .together(let line, let other):
                lines.append("\(text(line)) and \(text(other)) moved together. Let go of both, and move only one.")
            case .chatters(let line):
                lines.append("\(text(line)) changes all the time: a loose wire, or no contact. It is left out.")
                return (lines, .leftOut(line))
            case .stuck(let line):
                lines.append("\(text(line)) does not return to rest: a stuck button. It is left out.")
                return (lines, .leftOut(line))
            }
        }
        return (lines, nil)
    }
}
