import CSodium

/// 32 bytes that a keyed hash made of something, by which it is known again: of a PIN, a recovery code, a browser's token.
///
/// It gives nothing away without the key, and is still nobody's business: describing one gives its type's name alone.
public struct SecretTag: Sendable, Hashable {
    /// How many bytes it has.
    public static let byteCount = 32

    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    /// The tag of these bytes; `nil` where they are not 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self = bytes.withUnsafeBytes { SecretTag(copying: $0) }
    }

    /// The first 32 bytes of `bytes`, which has as many.
    init(copying bytes: UnsafeRawBufferPointer) {
        first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        second = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        third = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        fourth = bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    }

    /// One that stands for nothing.
    static func random() -> SecretTag {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        randombytes_buf(&bytes, byteCount)
        return bytes.withUnsafeBytes { SecretTag(copying: $0) }
    }

    /// Its bytes, as the store and a backup keep them.
    public var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}

extension SecretTag: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SecretTag" }
    public var debugDescription: String { "SecretTag" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
