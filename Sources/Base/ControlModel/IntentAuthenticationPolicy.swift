/// What must be unlocked before an intent performs.
public enum IntentAuthenticationPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Performs locked or not.
    case alwaysAllowed
    /// The surface that asks must be unlocked.
    case requiresAuthentication
    /// The panel itself must be unlocked at its PIN pad, whoever asks.
    case requiresLocalDeviceAuthentication
}
