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
