import CSodium

/// A keyed hash of 32 bytes that recognises a secret: a PIN, a recovery code, a shared session's token.
///
/// Without the key, a tag reveals nothing. A description shows only the type's name all the same.
public struct SecretTag: Sendable, Hashable {
    /// The size of a tag, in bytes.
    public static let byteCount = 32

    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    /// Creates a tag from its bytes; `nil` where there are not exactly 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self = bytes.withUnsafeBytes { SecretTag(copying: $0) }
    }

    /// Copies the first 32 bytes of `bytes`, which must have at least as many.
    init(copying bytes: UnsafeRawBufferPointer) {
        first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        second = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        third = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        fourth = bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    }

    /// Creates a random tag, which matches no secret.
    static func random() -> SecretTag {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        randombytes_buf(&bytes, byteCount)
        return bytes.withUnsafeBytes { SecretTag(copying: $0) }
    }

    /// The 32 bytes of the tag, as in the store and in a backup.
    public var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}

extension SecretTag: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SecretTag" }
    public var debugDescription: String { "SecretTag" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
