/// Why it is not told whether a PIN is right.
public enum AttemptRefusal: Error, Sendable, Equatable {
    /// Too many were wrong; none is evaluated until then.
    case lockedOut(until: BoottimeInstant)
    /// Another one of the same source is being checked, or waits.
    case busy
    /// No digit was typed.
    case nothingTyped
    /// That the attempt was made cannot be written, so it is not.
    case storeFailed(LockMemoryError)
    /// There is no memory for the check.
    case outOfMemory
    /// It is a guest's, who may not now.
    case notValid(ValidityRefusal)
    /// The panel stays locked.
    case fault(LockFault)
    /// Messages cannot be unlocked.
    case noSession
}
