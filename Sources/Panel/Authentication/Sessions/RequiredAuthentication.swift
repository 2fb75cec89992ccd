/// What must be so for something to be performed, from the least strict on.
public enum RequiredAuthentication: Int, Sendable, Comparable {
    /// Nothing: it performs locked or not.
    case alwaysAllowed
    /// The surface that asks is unlocked.
    case requiresAuthentication
    /// The panel itself is unlocked at its pad, whoever asks.
    case requiresLocalDeviceAuthentication

    public static func < (left: RequiredAuthentication, right: RequiredAuthentication) -> Bool {
        left.rawValue < right.rawValue
    }
}
