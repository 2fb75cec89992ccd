import FoundationEssentials

extension Unicode.Scalar {
    /// Whether a terminal interprets the character instead of showing it: control characters, bidirectional controls
    /// (UAX #9), and line and paragraph separators.
    fileprivate var isObeyed: Bool {
        // Most text is ASCII and needs no Unicode tables.
        guard value >= 0x7F else { return value < 0x20 }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension String {
    /// The text for a terminal. Titles and names come from files and extensions, and must not move the cursor, so
    /// control characters are escaped. Line feeds and tabs stay.
    package var plain: String { escapingObeyed { $0 == "\n" || $0 == "\t" } }

    /// The text for one line of a terminal: line feeds and tabs are escaped, too.
    package var onOneLine: String { escapingObeyed { _ in false } }

    /// JSON text that is safe on a terminal. Characters that JSON does not escape and a terminal interprets occur
    /// only in JSON strings.
    fileprivate var plainJSON: String {
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

/// Rows of text in aligned columns.
package enum Table {
    /// The rows as lines of text, each column as wide as its widest cell.
    package static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                // The last cell of a row has no padding.
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return cells.joined(separator: "  ")
        }
    }
}

/// Encodes values as single lines of JSON, and decodes values.
package enum JSONText {
    /// The value on one line, its keys in alphabetical order.
    package static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self).plainJSON
    }

    /// The value that the text encodes; `nil` if the text is not JSON of this type.
    package static func value<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

/// A number and its noun: `1 control`, `2 controls`.
package func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}
