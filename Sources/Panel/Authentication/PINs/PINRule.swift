/// What a PIN must be to be enrolled.
public struct PINRule: Sendable, Equatable {
    /// The fewest digits that can be asked for.
    public static let shortestMinimum = 4
    /// The fewest digits asked for where nothing else is said.
    public static let usualMinimum = 6

    /// The fewest digits, 4 to 12.
    public let minimum: Int
    /// Whether those are refused that anybody would try first. In a script they are no secret anyway.
    public let refusesGuessable: Bool

    /// A rule that asks for `minimum` digits; what is beyond 4 to 12 counts as the nearest.
    public init(minimum: Int = PINRule.usualMinimum, refusesGuessable: Bool = true) {
        self.minimum = min(max(minimum, Self.shortestMinimum), PIN.longest)
        self.refusesGuessable = refusesGuessable
    }

    /// Why `pin` must not be enrolled; `nil` where it may be.
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
            // A block typed again and again is no harder to guess than the block, which is too short for a PIN.
            for length in 2..<minimum where Self.repeats(digits, every: length) { return .repeated }
            return CommonPINs.contain(digits) ? .common : nil
        }
    }

    private static func repeats(_ digits: UnsafeRawBufferPointer, every length: Int) -> Bool {
        guard digits.count > length, digits.count.isMultiple(of: length) else { return false }
        return (length..<digits.count).allSatisfy { digits[$0] == digits[$0 - length] }
    }

    /// Each digit is the one before plus `step`, 0 coming after 9.
    private static func isRun(_ digits: UnsafeRawBufferPointer, step: Int) -> Bool {
        (1..<digits.count).allSatisfy { (Int(digits[$0 - 1]) + step - Int(digits[$0])).isMultiple(of: 10) }
    }
}

extension PINRule: CustomStringConvertible {
    /// The whole of it, as people are told who shall not learn which part something breaks.
    public var description: String {
        "a PIN has \(minimum) to \(PIN.longest) digits"
            + (refusesGuessable ? ", and is none that is guessed first" : "")
    }
}

/// Why a PIN must not be enrolled. Nothing of it is in here.
public enum PINRefusal: Error, Sendable, Equatable {
    /// It has fewer digits than the panel asks for.
    case tooShort(minimum: Int)
    /// It has more than 12.
    case tooLong
    /// Something else than digits is in it.
    case notDigits
    /// It is one digit again and again.
    case sameDigit
    /// It counts up or down.
    case run
    /// It is a block again and again that is too short for a PIN.
    case repeated
    /// It is one of the commonest.
    case common
}

extension PINRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooShort(let minimum): "a PIN has at least \(minimum) digits here"
        case .tooLong: "a PIN has at most \(PIN.longest) digits"
        case .notDigits: "a PIN has digits alone"
        case .sameDigit: "one digit again and again is guessed first; take another PIN"
        case .run: "digits that count up or down are guessed first; take another PIN"
        case .repeated: "a few digits again and again are guessed first; take another PIN"
        case .common: "this is one of the commonest PINs; take another"
        }
    }
}
