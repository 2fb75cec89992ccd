import FoundationEssentials

extension Unicode.Scalar {
    /// Whether a terminal would obey it rather than show it: control characters, and those that turn the writing around
    /// (UAX #9) or end a line.
    fileprivate var isObeyed: Bool {
        // Nearly all there is, without Unicode's tables.
        guard value >= 0x7F else { return value < 0x20 }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension String {
    /// The text for a terminal: titles and names come from others, who must not move its cursor. Lines stay lines.
    var plain: String { escapingObeyed { $0 == "\n" || $0 == "\t" } }

    /// The text for one line of a terminal.
    var onOneLine: String { escapingObeyed { _ in false } }

    /// JSON text as it may stand on a terminal. Only within its strings can there be anything to escape, beyond what JSON
    /// escapes itself.
    var plainJSON: String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        return unicodeScalars.map { scalar in
            guard scalar.isObeyed else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private func escapingObeyed(but isKept: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: { $0.isObeyed && !isKept($0) }) else { return self }
        return unicodeScalars.map { scalar in
            scalar.isObeyed && !isKept(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}

/// Rows in columns, for people.
enum Table {
    /// The rows as lines of text, each column as wide as its widest cell.
    static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                // Nothing is padded at a line's end.
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return cells.joined(separator: "  ")
        }
    }
}

/// Values as lines of JSON, for programs.
enum JSONText {
    /// The value in one line, its keys in alphabetical order.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self).plainJSON
    }

    /// The value that the text is; `nil` where it is none of this type.
    static func value<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
