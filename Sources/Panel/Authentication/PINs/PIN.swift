import EventLoop

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

/// What is being typed on one pad. It tells nobody how much that is.
///
/// More digits than the longest PIN has are taken like others, and make it a wrong one.
@PanelActor
public final class PINEntry {
    private var bytes = SecretBytes(count: PIN.byteCount)

    /// Nothing typed yet.
    public nonisolated init() {}

    /// Adds a digit, 0 to 9; any other number makes the entry a wrong one. Does the same for each digit.
    public func append(_ digit: Int) {
        let count = Int(bytes[PIN.countIndex])
        let isDigit = (0...9).contains(digit)
        // Beyond the last digit's place there is one more, which is emptied again.
        bytes[min(count, PIN.longest)] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: isDigit ? digit : 0)
        bytes[PIN.longest] = 0
        bytes[PIN.countIndex] = UInt8(min(count + 1, PIN.longest + 1))
        bytes[PIN.flawIndex] |= isDigit ? 0 : 1
    }

    /// Types each character; what is no digit makes it a wrong PIN. Of a text that is too long no more is looked at than shows
    /// that.
    public func append(_ digits: String) {
        for digit in digits.unicodeScalars.prefix(PIN.longest + 1) { append(Int(digit.value) - 48) }
    }

    /// Forgets what was typed.
    public func clear() {
        bytes.wipe()
    }

    /// Gives what was typed away, and begins anew.
    public func take() -> PIN {
        defer { bytes = SecretBytes(count: PIN.byteCount) }
        return PIN(bytes)
    }
}
