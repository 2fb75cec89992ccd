import Controls
import FoundationEssentials

/// How long Apple's systems show an activity. A panel ignores it.
public enum ActivityStyle: Hashable, Sendable {
    /// Until the activity ends.
    case standard
    /// Until the person does something else.
    case transient
}

extension PushType {
    /// Push messages to all that subscribe to a channel.
    public static func channel(_ name: String) -> PushType { .token }
}

/// Signatures of ActivityKit's later versions.
extension Activity {
    /// Starts an activity. A panel ignores its style.
    ///
    /// - Throws: `ActivityAuthorizationError` if there is no panel.
    public static func request(
        attributes: Attributes, content: ActivityContent<Attributes.ContentState>, pushType: PushType? = nil,
        style: ActivityStyle
    ) throws -> Activity {
        try request(attributes: attributes, content: content, pushType: pushType)
    }

    /// Changes the content. A panel ignores the time of the change: the calls count in their order.
    public func update(
        _ content: ActivityContent<Attributes.ContentState>, alertConfiguration: AlertConfiguration? = nil,
        timestamp: Date
    ) async {
        await update(content, alertConfiguration: alertConfiguration)
    }

    /// Ends the activity. A panel ignores the time of the change: the calls count in their order.
    public func end(
        _ content: ActivityContent<Attributes.ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default,
        timestamp: Date
    ) async {
        await end(content, dismissalPolicy: dismissalPolicy)
    }
}
