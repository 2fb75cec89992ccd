/// A comment of a panel's file.
struct Comment {
    /// The comment with its `#`, up to the end of the line.
    var text: String
    var position: SourcePosition
    /// The position behind the last character before the comment that is no blank.
    var textEnd: SourcePosition
    /// Whether the comment stands directly behind a key's colon.
    var isValue: Bool
    /// The colour that begins the comment, if the comment is the whole value of a key: `tint: #FF8800`.
    var color: String?
    /// Whether a bracket of the line is closed only in the comment: `{title: Gate #2}`.
    var hidesBracket: Bool
}

/// Comments and mistakes in the lines of a file, without libyaml: it drops comments, and does not know what authors
/// mean by a line that is no YAML.
extension UnsafeBufferPointer<UInt8> {
    /// The first comment of a line; `nil` for a line without one.
    func comment(in line: FileLines.Element, of file: String) -> Comment? {
        guard let comment = comment(in: line.range) else { return nil }
        func position(_ index: Int) -> SourcePosition {
            let column = self[line.range.lowerBound..<index].count { $0 & 0b1100_0000 != 0b1000_0000 } + 1
            return SourcePosition(file: file, line: line.number, column: column)
        }
        let range = comment.start..<line.range.upperBound
        return Comment(
            text: String(decoding: self[range], as: UTF8.self), position: position(comment.start),
            textEnd: position(comment.textEnd), isValue: comment.isValue,
            color: comment.isValue ? color(in: range) : nil,
            hidesBracket: comment.hasOpenBracket && self[range].contains { "]}".utf8.contains($0) })
    }

    /// The first space in one of the lines that YAML does not take for a space, and its offset.
    func foreignSpace(inLines wanted: ClosedRange<Int>) -> (Unicode.Scalar, offset: Int)? {
        for line in FileLines(self) where wanted.contains(line.number) {
            for index in line.range {
                if let space = foreignSpace(at: index) { return (space, index) }
            }
        }
        return nil
    }

    /// The obstacle of an indentation that contains a character which YAML does not take for a space.
    var indentedByForeignSpace: (PanelFileProblem, offset: Int)? {
        var first: (Unicode.Scalar, offset: Int)?
        var count = 0
        for line in FileLines(self) {
            let start = line.range.first { self[$0] != UInt8(ascii: " ") }
            guard let start, start > startIndex, let space = foreignSpace(at: start) else { continue }
            count += 1
            if first == nil { first = (space, start) }
        }
        return first.map { (.foreignSpace($0.0, moreLines: count - 1), $0.offset) }
    }

    /// The first of the lines `KEY = VALUE` that end at a line or just above it, and its key; of 20 lines at most.
    func equalsSign(upTo last: Int) -> (key: String, line: Int)? {
        var found: (key: String, line: Int)?
        for line in FileLines(self) where (last - 19...last).contains(line.number) {
            let text = String(decoding: self[line.range].prefix(200), as: UTF8.self)
            if let joined = MeantKey.joined(text), joined.sign == "=", ParameterName.isWord(joined.key) {
                found = found ?? (joined.key, line.number)
            } else if line.number < last {
                found = nil
            }
        }
        return found
    }

    /// The start of a line's first comment, and the end of the text before it; whether the comment stands directly behind
    /// a key's colon; whether a bracket is open before it. Text in quotes is no comment.
    private func comment(
        in line: Range<Int>
    ) -> (start: Int, textEnd: Int, isValue: Bool, hasOpenBracket: Bool)? {
        var quote: UInt8?
        var previous = UInt8(ascii: " ")
        var last = UInt8(ascii: " ")
        var textEnd = line.lowerBound
        var depth = 0
        for index in line {
            let byte = self[index]
            switch (quote, byte) {
            case (nil, UInt8(ascii: "\"")), (nil, UInt8(ascii: "'")):
                if previous == UInt8(ascii: " ") || "[{,".utf8.contains(previous) { quote = byte }
            case (byte?, _): quote = nil
            case (nil, UInt8(ascii: "{")), (nil, UInt8(ascii: "[")): depth += 1
            case (nil, UInt8(ascii: "}")), (nil, UInt8(ascii: "]")): depth -= 1
            case (nil, UInt8(ascii: "#")) where previous == UInt8(ascii: " ") || previous == UInt8(ascii: "\t"):
                return (index, textEnd, last == UInt8(ascii: ":"), depth > 0)
            default: break
            }
            previous = byte
            if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { (last, textEnd) = (byte, index + 1) }
        }
        return nil
    }

    /// The `#` and six hexadecimal digits that begin a comment.
    private func color(in comment: Range<Int>) -> String? {
        let end = comment.lowerBound + 7
        let isDigit = { (index: Int) in Character(Unicode.Scalar(self[index])).isHexDigit }
        guard end <= comment.upperBound, (comment.lowerBound + 1..<end).allSatisfy(isDigit),
            end == comment.upperBound || !isDigit(end)
        else { return nil }
        return String(decoding: self[comment.lowerBound..<end], as: UTF8.self)
    }

    /// The character at an offset, if it is a space of Unicode that YAML does not take for one, or has no width.
    private func foreignSpace(at index: Int) -> Unicode.Scalar? {
        guard [0xC2, 0xE2, 0xE3, 0xEF].contains(self[index]) else { return nil }
        let scalar = String(decoding: self[index..<Swift.min(index + 3, endIndex)], as: UTF8.self).unicodeScalars.first
        guard let scalar else { return nil }
        let isSpace = scalar.properties.generalCategory == .spaceSeparator || ["\u{200B}", "\u{FEFF}"].contains(scalar)
        return isSpace ? scalar : nil
    }
}

/// The lines of a file, one after the other: a file can have a million of them.
struct FileLines: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var number = 0
    private var start: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        start = bytes.startIndex
    }

    /// The next line: its number, counted from 1, and its range without the line break.
    mutating func next() -> (number: Int, range: Range<Int>)? {
        guard start < bytes.endIndex else { return nil }
        var end = start
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
        let isPair =
            end + 1 < bytes.endIndex && bytes[end] == UInt8(ascii: "\r") && bytes[end + 1] == UInt8(ascii: "\n")
        defer { start = end + (isPair ? 2 : 1) }
        number += 1
        return (number, start..<end)
    }
}
