/// The texts of one language by their keys, as in a file `Localizable.strings`.
///
/// ```
/// /* a comment */
/// "Front Door" = "Haustür";
/// "%lld visits" = "%lld Besuche";  // an interpolated value stands as its specifier
/// ```
///
/// In quotes, `\n`, `\t`, `\r`, `\"`, `\\` and `\U0041` (UTF-16, four digits) have their usual meaning. A key of
/// letters, digits, `_`, `-` and `.` needs no quotes.
public struct StringTable: Hashable, Sendable {
    /// The texts by their keys.
    public let entries: [String: String]
    /// The lines that could not be read. Each such line was skipped.
    public let problems: [StringTableProblem]

    /// Reads a file's bytes: UTF-8, or UTF-16 with a byte order mark.
    public init(bytes: [UInt8]) {
        guard let text = Self.text(of: bytes) else {
            self.init(entries: [:], problems: [StringTableProblem(line: 1, reason: .encoding)])
            return
        }
        var parser = StringTableParser(text)
        parser.parse()
        self.init(entries: parser.entries, problems: parser.problems)
    }

    private init(entries: [String: String], problems: [StringTableProblem]) {
        self.entries = entries
        self.problems = problems
    }

    /// The result for a file that is longer than the maximum size.
    static let tooLong = StringTable(entries: [:], problems: [StringTableProblem(line: 1, reason: .tooLong)])

    private static func text(of bytes: [UInt8]) -> String? {
        func units(bigEndian: Bool) -> [UInt16] {
            stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return bigEndian ? first << 8 | second : second << 8 | first
            }
        }
        if bytes.starts(with: [0xFF, 0xFE]) { return String(validating: units(bigEndian: false), as: UTF16.self) }
        if bytes.starts(with: [0xFE, 0xFF]) { return String(validating: units(bigEndian: true), as: UTF16.self) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return String(validating: bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...], as: UTF8.self)
    }
}

/// A part of a table that could not be read.
public struct StringTableProblem: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Reason: Hashable, Sendable {
        /// The file is neither UTF-8 nor UTF-16.
        case encoding
        /// The line is not `"key" = "value";`; `expected` is the missing part.
        case malformed(expected: String)
        /// The key has a text already. The first text counts.
        case repeated(key: String)
        /// The file is longer than the maximum size, and was not read.
        case tooLong
    }

    /// The line on which the entry begins, from 1.
    public let line: Int
    /// The kind of problem.
    public let reason: Reason

    /// The problem as a text, with its line.
    public var description: String {
        switch reason {
        case .encoding: "\(line): the file is neither UTF-8 nor UTF-16 with a byte order mark"
        case .malformed(let expected): "\(line): expected \(expected)"
        case .repeated(let key): "\(line): '\(key)' has a text already"
        case .tooLong: "\(line): the file is too long"
        }
    }
}
