/// Why a panel stays locked, whatever is typed.
public enum LockFault: Error, Sendable, Equatable {
    /// The device's key cannot be read.
    case key(DeviceKeyError)
    /// What is kept of people cannot be read.
    case store(LockMemoryError)
    /// Those who have a PIN were enrolled with another device key, so that none of theirs can be right.
    case otherKey
    /// Nobody has a PIN.
    case nobodyEnrolled
}
