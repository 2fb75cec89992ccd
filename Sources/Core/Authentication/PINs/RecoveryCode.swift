/// A code of 26 characters that ends a lockout, once: 128 bits in Crockford's base 32, which has no I, L, O and U.
public final class RecoveryCode: Sendable {
    /// The number of characters.
    public static let length = 26

    /// The longest typed text that is read, in bytes: each character may have a space and a hyphen.
    public static let longestTyped = 3 * length

    static let byteCount = 16
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The code's 16 bytes.
    let bytes: SecretBytes

    private init(_ bytes: SecretBytes) {
        self.bytes = bytes
    }

    static func random() -> RecoveryCode { RecoveryCode(.random(count: byteCount)) }

    /// Reads a typed code, in upper or lower case. Hyphens and spaces are ignored; O counts as 0, I and L as 1.
    ///
    /// - Returns: `nil` where the text cannot be a code.
    public convenience init?(typed text: SecretBytes) {
        let bytes = SecretBytes(count: Self.byteCount)
        var count = 0
        var pending: UInt32 = 0
        for index in 0..<text.count {
            let character = text[index]
            if character == UInt8(ascii: "-") || character == UInt8(ascii: " ") { continue }
            guard count < Self.length, let value = Self.value(of: character) else { return nil }
            // 26 characters are 130 bits; the first two bits are 0.
            if count == 0 && value > 7 { return nil }
            pending = (pending << 5 | UInt32(value)) & 0xFFF
            count += 1
            // The number of bits so far, without the first two, is 5 × count - 2. Each full group of eight bits gives a
            // byte.
            let bits = 5 * count - 2
            if bits / 8 > (bits - 5) / 8 && bits >= 8 {
                bytes[bits / 8 - 1] = UInt8(truncatingIfNeeded: pending >> UInt32(bits % 8))
            }
        }
        guard count == Self.length else { return nil }
        self.init(bytes)
    }

    private static func value(of character: UInt8) -> Int? {
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character) ? character & 0xDF : character
        switch upper {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return alphabet.firstIndex(of: upper)
        }
    }

    /// The characters of the code. Show them to the owner once, and store them nowhere.
    public var text: String {
        var text = ""
        for index in 0..<Self.length {
            // The position of the character's lowest bit, counted from the end of the 128 bits.
            let lowest = 5 * (Self.length - 1 - index)
            var value = 0
            for bit in (lowest..<lowest + 5).reversed() {
                value <<= 1
                if bit < 128 { value |= Int(bytes[15 - bit / 8] >> UInt8(bit % 8)) & 1 }
            }
            text.unicodeScalars.append(Unicode.Scalar(Self.alphabet[value]))
        }
        return text
    }
}
