/// Reasons why an intent was not performed.
public struct AppIntentError: Error, Hashable, Sendable, CustomLocalizedStringResourceConvertible {
    private let reason: LocalizedStringResource

    /// The intent must be performed again.
    public static let restartPerform = AppIntentError(reason: "It has to be performed again")

    /// An action that the user must do first.
    public enum UserActionRequired: Error, Hashable, Sendable, CustomLocalizedStringResourceConvertible {
        case accountSetup
        case signin
        /// To confirm the intent. The user declined, did not answer, or could not be asked.
        case confirmation

        /// The reason, as a text for users.
        public var localizedStringResource: LocalizedStringResource {
            switch self {
            case .accountSetup: "It needs an account"
            case .signin: "It needs somebody to sign in"
            case .confirmation: "It was not confirmed"
            }
        }
    }

    public enum PermissionRequired: Error, Hashable, Sendable, CustomLocalizedStringResourceConvertible {
        case bluetooth
        case contacts
        case localNetwork
        /// The panel's location.
        case location
        case microphone
        /// Something else.
        case other
        case photos

        /// The reason, as a text for users.
        public var localizedStringResource: LocalizedStringResource {
            switch self {
            case .bluetooth: "It may not use Bluetooth"
            case .contacts: "It may not read contacts"
            case .localNetwork: "It may not use the local network"
            case .location: "It may not know the location"
            case .microphone: "It may not use the microphone"
            case .other: "It lacks a permission"
            case .photos: "It may not read pictures"
            }
        }
    }

    /// A failure that repetition does not fix.
    public enum Unrecoverable: Error, Hashable, Sendable, CustomLocalizedStringResourceConvertible {
        /// There is no such entity.
        case entityNotFound
        /// The feature is restricted at present.
        case featureCurrentlyRestricted
        /// Something else.
        case unknown
        /// The device does not support the action.
        case unsupportedOnDevice

        /// The reason, as a text for users.
        public var localizedStringResource: LocalizedStringResource {
            switch self {
            case .entityNotFound: "There is no such thing any more"
            case .featureCurrentlyRestricted: "It cannot be used now"
            case .unknown: "It failed for an unknown reason"
            case .unsupportedOnDevice: "This device cannot do it"
            }
        }
    }

    /// The reason, as a text for users.
    public var localizedStringResource: LocalizedStringResource { reason }
}
