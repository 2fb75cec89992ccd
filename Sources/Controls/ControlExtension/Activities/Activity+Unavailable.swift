import Controls
import FoundationEssentials

/// Parts of ActivityKit that a panel does not have. Each message says what to write instead.
extension Activity {
    /// Not on a panel, which takes activities from no server.
    @available(*, unavailable, message: "no server changes an activity: call 'update(_:)' in the extension")
    public var pushToken: Data? { nil }

    /// Not on a panel, which takes activities from no server.
    @available(*, unavailable, message: "no server changes an activity: call 'update(_:)' in the extension")
    public var pushTokenUpdates: AsyncStream<Data> { AsyncStream { $0.finish() } }

    /// Not on a panel, which takes activities from no server.
    @available(*, unavailable, message: "no server starts an activity: call 'request' in the extension")
    public static var pushToStartToken: Data? { nil }

    /// Not on a panel, which takes activities from no server.
    @available(*, unavailable, message: "no server starts an activity: call 'request' in the extension")
    public static var pushToStartTokenUpdates: AsyncStream<Data> { AsyncStream { $0.finish() } }

    /// Not on a panel, where only the process itself starts its activities.
    @available(*, unavailable, message: "only the process itself starts its activities: read 'activities'")
    public static var activityUpdates: AsyncStream<Activity> { AsyncStream { $0.finish() } }

    /// Not on a panel, where only the process itself changes its activities.
    @available(*, unavailable, message: "only the process itself changes its activities: read 'content'")
    public var contentUpdates: AsyncStream<ActivityContent<Attributes.ContentState>> { AsyncStream { $0.finish() } }

    /// Not on a panel, where only the process itself changes its activities.
    @available(*, unavailable, message: "only the process itself changes its activities: read 'contentState'")
    public var contentStateUpdates: AsyncStream<Attributes.ContentState> { AsyncStream { $0.finish() } }

    /// Not on a panel, which sends no changes to the extension.
    @available(*, unavailable, message: "a panel reports no changes: read 'activityState'")
    public var activityStateUpdates: AsyncStream<ActivityState> { AsyncStream { $0.finish() } }

    /// Not on a panel, which starts activities at once.
    @available(*, unavailable, message: "a panel starts an activity at once: call 'request' at that time")
    public static func request(
        attributes: Attributes, content: ActivityContent<Attributes.ContentState>, pushType: PushType? = nil,
        style: ActivityStyle, alertConfiguration: AlertConfiguration, start: Date
    ) throws -> Activity {
        try request(attributes: attributes, content: content, pushType: pushType)
    }
}

extension ActivityAuthorizationInfo {
    /// Not on a panel, which sends no changes to the extension.
    @available(*, unavailable, message: "a panel reports no changes: read 'areActivitiesEnabled'")
    public var activityEnablementUpdates: AsyncStream<Bool> { AsyncStream { $0.finish() } }

    /// Not on a panel, which sends no changes to the extension.
    @available(*, unavailable, message: "a panel reports no changes: read 'frequentPushesEnabled'")
    public var frequentPushEnablementUpdates: AsyncStream<Bool> { AsyncStream { $0.finish() } }
}
