/// The digits of one PIN, in secret memory.
///
/// Always the same number of bytes, so that nothing that is done with it depends on its length:
///
/// ```
///   0 … 11            12              13                   14            15
///   ASCII digits, 0…  0               digits, at most 13   1: no digit   0
/// ```
public final class PIN: Sendable {
    /// The most digits that a PIN has.
    public static let longest = 12

    static let byteCount = 16
    static let countIndex = 13
    static let flawIndex = 14

    /// What a check hashes.
    let bytes: SecretBytes

    init(_ bytes: SecretBytes) {
        self.bytes = bytes
    }

    /// Nothing was typed.
    public var isEmpty: Bool { bytes[Self.countIndex] == 0 && bytes[Self.flawIndex] == 0 }

    /// Whether it is the same as another; in the same time.
    public func isSame(as other: PIN) -> Bool { bytes.isSame(as: other.bytes) }
}
