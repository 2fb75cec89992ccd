/// A contact between two lines, in no order.
struct Contact: Sendable, Hashable {
    let first: String
    let second: String

    init(_ line: String, _ other: String) { (first, second) = line < other ? (line, other) : (other, line) }

    /// The other line; `nil` if the contact does not concern `line`.
    func other(than line: String) -> String? { line == first ? second : line == second ? first : nil }
}

/// Derives the rows and columns of a matrix keypad from presses of its keys in a known order.
///
/// A press closes one contact between two lines. Which of them is the row follows from the other keys: keys of one row
/// share a line, and so do keys of one column.
struct KeypadLearning: Sendable {
    /// The result of a scan.
    enum Finding: Sendable, Hashable {
        /// The key is known. The next one is to be pressed.
        case learned(Character)
        /// The press is that of a key that is known already.
        case twice(Character)
        /// The key shares no row or column with the keys before it as its place demands.
        case crossed(Character)
        /// Several contacts are closed at once.
        case several
    }

    /// A possible assignment of lines to rows and columns.
    private struct Wiring: Hashable {
        var rows: [Int: String] = [:]
        var columns: [Int: String] = [:]

        /// The assignments in which the contact is the key at this place: none, one, or one for each orientation.
        func adding(_ contact: Contact, row: Int, column: Int) -> [Wiring] {
            [(contact.first, contact.second), (contact.second, contact.first)].compactMap { rowLine, columnLine in
                guard canBe(rowLine, at: row, in: rows, elsewhere: columns),
                    canBe(columnLine, at: column, in: columns, elsewhere: rows)
                else { return nil }
                var wiring = self
                wiring.rows[row] = rowLine
                wiring.columns[column] = columnLine
                return wiring
            }
        }

        private func canBe(_ line: String, at index: Int, in known: [Int: String], elsewhere: [Int: String]) -> Bool {
            if let present = known[index] { return present == line }
            return !known.values.contains(line) && !elsewhere.values.contains(line)
        }
    }

    /// The keys of each row.
    let keys: [String]
    private let order: [(key: Character, row: Int, column: Int)]
    private var known: [Contact] = []
    private var wirings = [Wiring()]
    /// The contacts of the previous scan. A state counts if two scans in a row show it, since contacts bounce.
    private var previous: Set<Contact> = []
    /// Whether the present press has been handled, so that all keys must come up first.
    private var isHandled = true

    /// - Parameter keys: The keys of each row; a space where there is none.
    init(keys: [String]) {
        self.keys = keys
        order = keys.enumerated().flatMap { row, text in
            text.enumerated().filter { $0.element != " " }.map { (key: $0.element, row: row, column: $0.offset) }
        }
    }

    /// The key to press; `nil` when all are known.
    var asked: Character? { known.count < order.count ? order[known.count].key : nil }

    /// The lines of rows and columns, once all keys are known.
    var lines: (rows: [String], columns: [String])? {
        guard asked == nil, let wiring = wirings.first else { return nil }
        return (
            wiring.rows.sorted { $0.key < $1.key }.map(\.value), wiring.columns.sorted { $0.key < $1.key }.map(\.value)
        )
    }

    /// Begins again with the first key.
    mutating func restart() { self = KeypadLearning(keys: keys) }

    /// Handles the closed contacts of one scan over all lines.
    mutating func scan(_ contacts: Set<Contact>) -> Finding? {
        defer { previous = contacts }
        guard contacts == previous else { return nil }
        if contacts.isEmpty {
            isHandled = false
            return nil
        }
        guard !isHandled, known.count < order.count else { return nil }
        isHandled = true
        guard contacts.count == 1, let contact = contacts.first else { return .several }
        if let index = known.firstIndex(of: contact) { return .twice(order[index].key) }
        let next = order[known.count]
        let possible = wirings.flatMap { $0.adding(contact, row: next.row, column: next.column) }
        guard !possible.isEmpty else { return .crossed(next.key) }
        wirings = possible
        known.append(contact)
        return .learned(next.key)
    }
}
