/// The lines that a command writes, on their way to the journal: so many bytes, and then a note of how many more came.
struct OutputLog {
    /// The bytes of one command that are passed on.
    static let limit = 16_384
    /// The longest line, in bytes; a longer one is passed on in parts.
    private static let longest = 1_024

    private let name: String
    private let write: @Sendable (String) -> Void
    private var line: [UInt8] = []
    private var rest = OutputLog.limit
    private var dropped = 0

    init(name: String, write: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.write = write
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let taken = bytes.prefix(rest)
        rest -= taken.count
        dropped += bytes.count - taken.count
        for byte in taken {
            if byte == UInt8(ascii: "\n") { flush() } else { line.append(byte) }
            if line.count == Self.longest { flush() }
        }
    }

    mutating func finish() {
        flush()
        if dropped > 0 { write("\(name): \(dropped) further bytes of output are left out") }
        dropped = 0
    }

    private mutating func flush() {
        if let text = PlainLine.text(line) { write("\(name): \(text)") }
        line.removeAll(keepingCapacity: true)
    }
}
