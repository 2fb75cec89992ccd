/// Reasons that an intent can give for not having been performed.
public struct AppIntentError: Error, Hashable, Sendable {
    private let reason: LocalizedStringResource

    /// The intent is to be performed again.
    public static let restartPerform = AppIntentError(reason: "It has to be performed again")

    /// What people have to do first.
    public enum UserActionRequired: Error, Hashable, Sendable {
        /// An account.
        case accountSetup
        /// To sign in.
        case signin
        /// To confirm it: they declined, did not answer, or could not be asked.
        case confirmation
    }

    /// What the intent is not allowed to use.
    public enum PermissionRequired: Error, Hashable, Sendable {
        /// Bluetooth.
        case bluetooth
        /// Contacts.
        case contacts
        /// The local network.
        case localNetwork
        /// Where the panel is.
        case location
        /// The microphone.
        case microphone
        /// Something else.
        case other
        /// Pictures.
        case photos
    }

    /// What no repetition would help.
    public enum Unrecoverable: Error, Hashable, Sendable {
        /// There is no such entity.
        case entityNotFound
        /// The feature is not to be used now.
        case featureCurrentlyRestricted
        /// Something else.
        case unknown
        /// The device cannot do it.
        case unsupportedOnDevice
    }
}

extension AppIntentError: CustomLocalizedStringResourceConvertible {
    /// The reason.
    public var localizedStringResource: LocalizedStringResource { reason }
}

extension AppIntentError.UserActionRequired: CustomLocalizedStringResourceConvertible {
    /// The reason.
    public var localizedStringResource: LocalizedStringResource {
        switch self {
        case .accountSetup: "It needs an account"
        case .signin: "It needs somebody to sign in"
        case .confirmation: "It was not confirmed"
        }
    }
}

extension AppIntentError.PermissionRequired: CustomLocalizedStringResourceConvertible {
    /// The reason.
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

extension AppIntentError.Unrecoverable: CustomLocalizedStringResourceConvertible {
    /// The reason.
    public var localizedStringResource: LocalizedStringResource {
        switch self {
        case .entityNotFound: "There is no such thing any more"
        case .featureCurrentlyRestricted: "It cannot be used now"
        case .unknown: "It failed for an unknown reason"
        case .unsupportedOnDevice: "This device cannot do it"
        }
    }
}
