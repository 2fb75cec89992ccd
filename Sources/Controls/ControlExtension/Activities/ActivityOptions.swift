import Controls
import FoundationEssentials

/// How long an ended activity stays visible. A panel ignores the policy, and removes the activity when it ends.
public struct ActivityUIDismissalPolicy: Sendable, Hashable {
    private let date: Date?

    /// At a time that the system chooses.
    public static let `default` = ActivityUIDismissalPolicy(date: nil)
    /// At once.
    public static let immediate = ActivityUIDismissalPolicy(date: .distantPast)

    public static func after(_ date: Date) -> ActivityUIDismissalPolicy {
        ActivityUIDismissalPolicy(date: date)
    }
}

/// The kind of push message that updates an activity. A panel ignores it: only processes of the extension can update an
/// activity.
public struct PushType: Sendable, Hashable {
    /// Push messages with the activity's own token.
    public static let token = PushType()
}

/// An alert for a change. A panel shows the change, and plays no sound.
public struct AlertConfiguration: Sendable {
    public struct AlertSound: Sendable, Hashable {
        private let name: String?

        /// The default sound.
        public static let `default` = AlertSound(name: nil)

        /// A sound of the program.
        public static func named(_ name: String) -> AlertSound {
            AlertSound(name: name)
        }
    }

    /// The alert's title.
    public var title: LocalizedStringResource
    /// The alert's text.
    public var body: LocalizedStringResource
    public var sound: AlertSound

    public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertSound = .default) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}
