/// Reads an input from its beginning. All values past the end are 0.
struct FuzzInput {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// An element of `choices`, which is not empty.
    mutating func choice<Choices: RandomAccessCollection>(of choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: Int(byte()) % choices.count)]
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    mutating func number() -> Int64 {
        bytes(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}
