/// Reads `"key" = "value";` entries, and continues on the next line after an error.
struct StringTableParser {
    private(set) var entries: [String: String] = [:]
    private(set) var problems: [StringTableProblem] = []
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1

    private struct Malformed: Error {
        let expected: String
    }

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() {
        while true {
            var start = (index: index, line: line)
            do {
                try skipBlank()
                start = (index, line)
                guard index < scalars.count else { return }
                let key = try string(or: "a key")
                try expect("=")
                let value = try string(or: "a text")
                try expect(";")
                if entries[key] == nil {
                    entries[key] = value
                } else {
                    problems.append(StringTableProblem(line: start.line, reason: .repeated(key: key)))
                }
            } catch {
                problems.append(StringTableProblem(line: start.line, reason: .malformed(expected: error.expected)))
                // A missing quote must not hide the entries on the following lines.
                (index, line) = start
                while let scalar = next(), scalar != "\n" {}
            }
        }
    }

    private mutating func next() -> Unicode.Scalar? {
        guard index < scalars.count else { return nil }
        defer { index += 1 }
        if scalars[index] == "\n" { line += 1 }
        return scalars[index]
    }

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        index + offset < scalars.count ? scalars[index + offset] : nil
    }

    /// Skips white space and comments.
    private mutating func skipBlank() throws(Malformed) {
        while let scalar = peek() {
            if scalar.properties.isWhitespace {
                _ = next()
            } else if scalar == "/", peek(1) == "/" {
                while let scalar = next(), scalar != "\n" {}
            } else if scalar == "/", peek(1) == "*" {
                _ = next()
                _ = next()
                while !(peek() == "*" && peek(1) == "/") {
                    guard next() != nil else { throw Malformed(expected: "*/") }
                }
                _ = next()
                _ = next()
            } else {
                return
            }
        }
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(Malformed) {
        try skipBlank()
        guard peek() == scalar else { throw Malformed(expected: String(scalar)) }
        _ = next()
    }

    /// Reads a string in quotes, or a bare word.
    private mutating func string(or expected: String) throws(Malformed) -> String {
        try skipBlank()
        guard peek() == "\"" else {
            let word = String(String.UnicodeScalarView(scalars[index...].prefix(while: Self.isOfWord)))
            guard !word.isEmpty else { throw Malformed(expected: expected) }
            index += word.unicodeScalars.count
            return word
        }
        _ = next()
        // UTF-16, because an escape may be one half of a surrogate pair.
        var units: [UInt16] = []
        while let scalar = next() {
            switch scalar {
            case "\"": return String(decoding: units, as: UTF16.self)
            case "\\": units.append(contentsOf: try escaped())
            default: units.append(contentsOf: String(scalar).utf16)
            }
        }
        throw Malformed(expected: "\"")
    }

    private mutating func escaped() throws(Malformed) -> [UInt16] {
        switch next() {
        case "n": return Array("\n".utf16)
        case "t": return Array("\t".utf16)
        case "r": return Array("\r".utf16)
        case "U", "u":
            let digits = String(String.UnicodeScalarView(scalars[index...].prefix(4)))
            guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
                throw Malformed(expected: "four hexadecimal digits")
            }
            index += 4
            return [unit]
        // As in Apple's parsers, any other character means itself.
        case .some(let scalar): return Array(String(scalar).utf16)
        case .none: throw Malformed(expected: "\"")
        }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "-" || scalar == "."
            || (scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil))
    }
}
