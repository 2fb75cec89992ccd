import Authentication

extension HashCost {
    /// The two numbers, eight bytes each, little-endian.
    var bytes: [UInt8] {
        [operations, memory].flatMap { number in withUnsafeBytes(of: UInt64(number).littleEndian) { Array($0) } }
    }

    /// Decodes `bytes`; `nil` if they do not encode a cost.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let numbers = bytes.withUnsafeBytes { bytes in
            [0, 8].map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)) }
        }
        guard let operations = Int(exactly: numbers[0]), let memory = Int(exactly: numbers[1]) else { return nil }
        self.init(operations: operations, memory: memory)
    }
}
