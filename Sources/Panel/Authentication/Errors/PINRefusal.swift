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
