/// Why a panel stays locked, whatever is typed.
public enum LockFault: Error, Sendable, Equatable {
    /// The device's key cannot be read.
    case key(DeviceKeyError)
    /// What is kept of people cannot be read.
    case store(LockMemoryError)
    /// Nobody has a PIN.
    case nobodyEnrolled
}
