import Controls
import FoundationEssentials

/// How long an activity stays after it has ended. On a panel it does not: whatever the policy, it is gone with its end.
public struct ActivityUIDismissalPolicy: Sendable, Hashable {
    private enum Moment: Sendable, Hashable {
        case ending
        case immediately
        case date(Date)
    }

    private let moment: Moment

    /// As the system sees fit.
    public static let `default` = ActivityUIDismissalPolicy(moment: .ending)
    /// At once.
    public static let immediate = ActivityUIDismissalPolicy(moment: .immediately)

    /// At a time.
    public static func after(_ date: Date) -> ActivityUIDismissalPolicy {
        ActivityUIDismissalPolicy(moment: .date(date))
    }
}

/// By what pushes an activity changes. A panel takes changes from the processes of its extension alone.
public struct PushType: Sendable, Hashable {
    /// By a token of its own.
    public static let token = PushType()
}

/// What draws people's attention to a change. A panel shows the change, and makes no sound.
public struct AlertConfiguration: Sendable {
    /// A sound.
    public struct AlertSound: Sendable, Hashable {
        private let name: String?

        /// The usual one.
        public static let `default` = AlertSound(name: nil)

        /// One of the program's own.
        public static func named(_ name: String) -> AlertSound {
            AlertSound(name: name)
        }
    }

    /// The alert's title.
    public var title: LocalizedStringResource
    /// The alert's text.
    public var body: LocalizedStringResource
    /// Its sound.
    public var sound: AlertSound

    /// An alert of its parts.
    public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertSound = .default) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}
