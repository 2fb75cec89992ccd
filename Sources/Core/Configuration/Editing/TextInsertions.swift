/// Text to insert into the bytes of a file, at the positions of its reader.
struct TextInsertions {
    private let bytes: [UInt8]
    /// The offset of the first byte of each line.
    private let starts: [Int]
    private var insertions: [(offset: Int, text: String)] = []

    let lineBreak: String

    init(into bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var isCarriageReturn = false
        for (index, byte) in bytes.enumerated() {
            // A carriage return alone ends a line of YAML, too.
            if byte == UInt8(ascii: "\n"), isCarriageReturn {
                starts[starts.count - 1] = index + 1
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                starts.append(index + 1)
            }
            isCarriageReturn = byte == UInt8(ascii: "\r")
        }
        self.starts = starts
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
        lineBreak = first.last == UInt8(ascii: "\r") ? "\r\n" : "\n"
    }

    /// The number of lines; an empty one behind the last line break does not count.
    var lineCount: Int { starts.last == bytes.count ? starts.count - 1 : starts.count }

    /// The bytes of a line, counted from 1, with its line break.
    func line(_ number: Int) -> ArraySlice<UInt8> {
        guard number <= starts.count else { return [] }
        return bytes[starts[number - 1]..<(number < starts.count ? starts[number] : bytes.count)]
    }

    /// The character at a position; `nil` at the end.
    func character(at position: SourcePosition) -> UInt8? {
        let offset = offset(of: position)
        return offset < bytes.count ? bytes[offset] : nil
    }

    /// Inserts text within a line.
    mutating func insert(_ text: String, at position: SourcePosition) {
        insertions.append((offset(of: position), text))
    }

    /// Inserts whole lines before a line, counted from 1; behind the last line for a greater number.
    mutating func insert(lines: [String], before number: Int) {
        let offset = number <= starts.count ? starts[number - 1] : bytes.count
        let isBroken = offset == 0 || [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[offset - 1])
        let isFirst = !insertions.contains { $0.offset == offset }
        let prefix = isBroken || !isFirst ? "" : lineBreak
        insertions.append((offset, prefix + lines.map { $0 + lineBreak }.joined()))
    }

    /// The bytes with all insertions; those at one place are in the order in which they were made.
    var edited: [UInt8] {
        var result: [UInt8] = []
        var offset = 0
        let sorted = insertions.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
        for (_, insertion) in sorted {
            result += bytes[offset..<insertion.offset]
            result += insertion.text.utf8
            offset = insertion.offset
        }
        return result + bytes[offset...]
    }

    /// The offset of a position, whose column counts Unicode scalars.
    private func offset(of position: SourcePosition) -> Int {
        guard position.line <= starts.count else { return bytes.count }
        var offset = starts[position.line - 1]
        for _ in 1..<max(position.column, 1) where offset < bytes.count {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0b1100_0000 == 0b1000_0000 { offset += 1 }
        }
        return offset
    }
}
