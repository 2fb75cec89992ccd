/// Makes lines of bytes that come in pieces.
struct LineSplitter {
    /// The longest line, in bytes; what is longer is given in parts, so that a program that never ends a line is seen
    /// nevertheless and cannot fill the memory.
    static let longest = 4_096

    private var bytes: [UInt8] = []

    /// The lines that are complete with these bytes, without their ends.
    mutating func split(_ piece: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in piece {
            if byte == UInt8(ascii: "\n") {
                lines.append(Self.text(bytes[...]))
                bytes.removeAll(keepingCapacity: true)
                continue
            }
            bytes.append(byte)
            if bytes.count == Self.longest {
                let end = Self.lastWhole(bytes)
                lines.append(Self.text(bytes[..<end]))
                bytes.removeFirst(end)
            }
        }
        return lines
    }

    /// What was written after the last line's end; `nil` where nothing was.
    mutating func rest() -> String? {
        defer { bytes.removeAll() }
        return bytes.isEmpty ? nil : Self.text(bytes[...])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
    }

    /// Where the last character begins that is not complete; the end where all are. A character of UTF-8 has at most four
    /// bytes, and those after its first are 10xxxxxx.
    private static func lastWhole(_ bytes: [UInt8]) -> Int {
        guard let lead = bytes.indices.suffix(4).last(where: { bytes[$0] & 0b1100_0000 != 0b1000_0000 }) else {
            return bytes.count
        }
        let length = bytes[lead] < 0x80 ? 1 : bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
        return lead > 0 && bytes.count - lead < length ? lead : bytes.count
    }
}
