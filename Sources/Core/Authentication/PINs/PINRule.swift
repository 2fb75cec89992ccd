/// The rule that a new PIN must satisfy.
public struct PINRule: Sendable, Equatable {
    /// The lowest minimum number of digits that a rule can set.
    public static let shortestMinimum = 4
    /// The default minimum number of digits.
    public static let usualMinimum = 6

    /// The minimum number of digits, 4 to 12.
    public let minimum: Int
    /// Whether the rule refuses PINs that an attacker would try first. PINs in a panel script are not secret, so a
    /// script need not refuse them.
    public let refusesGuessable: Bool

    /// Creates a rule; `minimum` is clamped to the range from 4 to 12.
    public init(minimum: Int = PINRule.usualMinimum, refusesGuessable: Bool = true) {
        self.minimum = min(max(minimum, Self.shortestMinimum), PIN.longest)
        self.refusesGuessable = refusesGuessable
    }

    /// The reason why `pin` is refused; `nil` where it is accepted.
    public func refusal(of pin: PIN) -> PINRefusal? {
        pin.bytes.withBytes { bytes in
            let count = Int(bytes[PIN.countIndex])
            if bytes[PIN.flawIndex] != 0 { return .notDigits }
            if count < minimum { return .tooShort(minimum: minimum) }
            if count > PIN.longest { return .tooLong }
            guard refusesGuessable else { return nil }
            let digits = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            if Self.repeats(digits, every: 1) { return .sameDigit }
            if Self.isRun(digits, step: 1) || Self.isRun(digits, step: 9) { return .run }
            // A repeated block is no harder to guess than the block alone, which is too short for a PIN.
            for length in 2..<minimum where Self.repeats(digits, every: length) { return .repeated }
            return CommonPINs.contain(digits) ? .common : nil
        }
    }

    private static func repeats(_ digits: UnsafeRawBufferPointer, every length: Int) -> Bool {
        guard digits.count > length, digits.count.isMultiple(of: length) else { return false }
        return (length..<digits.count).allSatisfy { digits[$0] == digits[$0 - length] }
    }

    /// Whether each digit is the previous digit plus `step`, modulo 10.
    private static func isRun(_ digits: UnsafeRawBufferPointer, step: Int) -> Bool {
        (1..<digits.count).allSatisfy { (Int(digits[$0 - 1]) + step - Int(digits[$0])).isMultiple(of: 10) }
    }
}

extension PINRule: CustomStringConvertible {
    /// The complete rule, for users who must not learn which part a PIN breaks.
    public var description: String {
        "a PIN has \(minimum) to \(PIN.longest) digits"
            + (refusesGuessable ? ", and is not easy to guess" : "")
    }
}

/// The reason why a PIN is refused. It holds no part of the PIN.
public enum PINRefusal: Error, Sendable, Equatable {
    /// The PIN has fewer digits than the panel's minimum.
    case tooShort(minimum: Int)
    /// The PIN has more than 12 digits.
    case tooLong
    /// The PIN has characters other than digits.
    case notDigits
    /// The PIN is one repeated digit.
    case sameDigit
    /// The digits count up or down.
    case run
    /// The PIN is a repeated block that is too short for a PIN.
    case repeated
    /// The PIN is one of the most common.
    case common
}

extension PINRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooShort(let minimum): "a PIN has at least \(minimum) digits here"
        case .tooLong: "a PIN has at most \(PIN.longest) digits"
        case .notDigits: "a PIN has only digits"
        case .sameDigit: "one digit again and again is guessed first; take another PIN"
        case .run: "digits that count up or down are guessed first; take another PIN"
        case .repeated: "a few digits again and again are guessed first; take another PIN"
        case .common: "this is one of the commonest PINs; take another"
        }
    }
}
