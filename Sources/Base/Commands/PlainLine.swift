/// Turns another program's output into one line for users.
package enum PlainLine {
    /// The most characters of a value or a reason. A surface could not show more.
    package static let limit = 256

    /// The first line that is not blank; `nil` where there is none.
    package static func first(of bytes: some Sequence<UInt8>) -> String? {
        var line: [UInt8] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || line.count >= limit * 4 {
                if let text = text(line) { return text }
                line.removeAll(keepingCapacity: true)
            } else {
                line.append(byte)
            }
        }
        return text(line)
    }

    /// The last line that is not blank; `nil` where there is none.
    package static func last(of bytes: [UInt8]) -> String? {
        bytes.split(separator: UInt8(ascii: "\n")).last { text($0) != nil }.flatMap(text)
    }

    /// The bytes as one trimmed line without control characters; `nil` where nothing is left.
    package static func text(_ bytes: some Sequence<UInt8>) -> String? {
        var line = String.UnicodeScalarView()
        for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                if line.last.map({ $0 != " " }) ?? false { line.append(" ") }
            // Bidirectional controls could make one text look like another.
            case .format where scalar.properties.isBidiControl: continue
            default: line.append(scalar)
            }
            if line.count > limit { break }
        }
        if line.last == " " { line.removeLast() }
        guard line.count > limit else { return line.isEmpty ? nil : String(line) }
        return String(line.prefix(limit - 1)) + "…"
    }

    /// How a program ended, followed by its output where there is any.
    package static func reason(_ how: String, _ output: String?) -> String {
        output.map { "\(how): \($0)" } ?? how
    }
}
