import EventLoop

/// The digits of one PIN, in secret memory.
///
/// The number of bytes is fixed, so that no operation on a PIN depends on its length:
///
/// ```
///   0 … 11            12              13                   14            15
///   ASCII digits, 0…  0               digits, at most 13   1: no digit   0
/// ```
public struct PIN: Sendable {
    /// The most digits that a PIN has.
    public static let longest = 12

    static let byteCount = 16
    static let countIndex = 13
    static let flawIndex = 14

    /// The input of the hash, 16 bytes.
    let bytes: SecretBytes

    /// Whether no digit was typed.
    public var isEmpty: Bool { bytes[Self.countIndex] == 0 && bytes[Self.flawIndex] == 0 }

    /// Compares two PINs in constant time.
    public func isSame(as other: PIN) -> Bool { bytes.isSame(as: other.bytes) }
}

/// The PIN that a user is typing on one pad. The entry does not reveal its length.
///
/// Digits beyond the longest PIN are accepted like others, and make the PIN wrong.
@PanelActor
public final class PINEntry {
    private var bytes = SecretBytes(count: PIN.byteCount)

    public nonisolated init() {}

    /// Adds a digit, 0 to 9; any other number makes the PIN wrong. The steps are the same for each digit.
    public func append(_ digit: Int) {
        let count = Int(bytes[PIN.countIndex])
        let isDigit = (0...9).contains(digit)
        // The byte after the last digit's place takes any further digit, and is cleared again.
        bytes[min(count, PIN.longest)] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: isDigit ? digit : 0)
        bytes[PIN.longest] = 0
        bytes[PIN.countIndex] = UInt8(min(count + 1, PIN.longest + 1))
        bytes[PIN.flawIndex] |= isDigit ? 0 : 1
    }

    /// Adds each character; a character that is not a digit makes the PIN wrong. Reading of a text stops at the first
    /// character that makes it too long.
    public func append(_ digits: String) {
        for digit in digits.unicodeScalars.prefix(PIN.longest + 1) { append(Int(digit.value) - 48) }
    }

    public func clear() {
        bytes.wipe()
    }

    /// Returns the PIN, and starts an empty entry.
    public func take() -> PIN {
        defer { bytes = SecretBytes(count: PIN.byteCount) }
        return PIN(bytes: bytes)
    }
}
