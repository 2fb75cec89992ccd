/// The bytes of packets that the kernel has not taken yet.
struct OutputBuffer: Sendable {
    /// The result of an attempt to write.
    enum Outcome: Sendable, Hashable {
        /// The kernel has taken all bytes, of which some had to wait for it or not.
        case clear(hadWaited: Bool)
        /// The rest has to wait for the socket.
        case waiting
        /// The connection has ended.
        case ended(BrokerSocket.Transfer)
    }

    private var bytes: ArraySlice<UInt8> = []
    /// Whether an attempt has left bytes behind that were not written since.
    private var hasWaited = false
    /// Whether the rest can be written once the socket is writable. TLS may have to read first.
    private(set) var wantsWriting = false

    /// Whether the kernel has taken all bytes.
    var isEmpty: Bool { bytes.isEmpty }

    /// Adds the bytes of a packet behind all earlier ones.
    mutating func add(_ packet: [UInt8]) { bytes += packet }

    /// Writes as much as the kernel takes.
    mutating func flush(by write: (UnsafeRawBufferPointer) -> BrokerSocket.Transfer) -> Outcome {
        wantsWriting = false
        while !bytes.isEmpty {
            let result = bytes.withUnsafeBytes(write)
            switch result {
            case .count(let count): bytes = bytes.dropFirst(count)
            case .wantsReading, .wantsWriting:
                (hasWaited, wantsWriting) = (true, result == .wantsWriting)
                return .waiting
            case .ended, .failed: return .ended(result)
            }
        }
        // The slice would keep the bytes that were sent.
        defer { (bytes, hasWaited) = ([], false) }
        return .clear(hadWaited: hasWaited)
    }
}
