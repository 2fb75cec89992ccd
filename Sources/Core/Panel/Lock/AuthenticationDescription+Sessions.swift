import Authentication
import Configuration

extension AuthenticationDescription {
    /// How long sessions last by the panel's file.
    public var sessionLimits: SessionLimits {
        SessionLimits(autoLock: autoLock, clientAutoLock: pageAutoLock, longest: longestSession)
    }
}
