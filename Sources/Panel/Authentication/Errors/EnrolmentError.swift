/// Why people were not changed.
public enum EnrolmentError: Error, Sendable, Equatable {
    /// The PIN must not be one.
    case pin(PINRefusal)
    /// The person cannot be so.
    case person(PersonRefusal)
    /// Somebody has the name.
    case nameTaken
    /// Somebody has the PIN.
    case pinTaken
    /// There are 64 people.
    case full
    /// Nobody has the number.
    case unknownPerson
    /// The recovery code is not the one, or was used.
    case wrongRecoveryCode
    /// Too many changes wait for one another.
    case busy
    /// It cannot be written.
    case storeFailed(LockMemoryError)
    /// There is no memory for hashing the PIN.
    case outOfMemory
    /// The panel cannot have people now.
    case fault(LockFault)
}
