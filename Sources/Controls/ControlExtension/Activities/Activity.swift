import Controls
import FoundationEssentials
import LocalAPI
import Synchronization

/// A live activity: an ongoing event, which the panel shows with a title, a symbol and the remaining time until the
/// activity ends (C29).
///
/// `ActivityAttributes` describes which properties the panel shows. An activity belongs to the process that requested
/// it. Requests return at once. After several changes in a row, the panel may receive only the last change.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, @unchecked Sendable {
    // The content need not be `Sendable`, because code accesses it only with `state` locked.
    private struct State: @unchecked Sendable {
        var content: ActivityContent<Attributes.ContentState>
        var hasEnded = false
    }

    /// The activity's identity, unique for all time.
    public let id: String
    /// The activity's constant data.
    public let attributes: Attributes
    private let state: Mutex<State>
    private let link: HostLink
    private let sender: ActivitySender
    private let displayName: String

    private init(attributes: Attributes, content: ActivityContent<Attributes.ContentState>) {
        let context = ExtensionContext.current
        id = UUID().uuidString
        self.attributes = attributes
        state = Mutex(State(content: content))
        link = context.link
        sender = ActivitySender(link: link)
        displayName = context.displayName
    }

    // MARK: Beginning

    /// Starts an activity.
    ///
    /// - Throws: `ActivityAuthorizationError` if there is no panel.
    public static func request(
        attributes: Attributes, content: ActivityContent<Attributes.ContentState>, pushType: PushType? = nil
    ) throws -> Activity {
        guard ActivityAuthorizationInfo().areActivitiesEnabled else { throw ActivityAuthorizationError.unsupported }
        let activity = Activity(attributes: attributes, content: content)
        activity.link.activities.add(activity)
        activity.show(content.state)
        return activity
    }

    /// Starts an activity, with the signature of ActivityKit's first version.
    ///
    /// - Throws: `ActivityAuthorizationError` if there is no panel.
    public static func request(
        attributes: Attributes, contentState: Attributes.ContentState, pushType: PushType? = nil
    ) throws -> Activity {
        try request(
            attributes: attributes, content: ActivityContent(state: contentState, staleDate: nil), pushType: pushType)
    }

    /// The activities of this type that this process has started and not ended.
    public static var activities: [Activity] {
        ExtensionContext.current.link.activities.all.compactMap { $0 as? Activity }.filter {
            $0.activityState != .ended
        }
    }

    // MARK: State

    public var content: ActivityContent<Attributes.ContentState> { state.withLock { $0 }.content }

    public var contentState: Attributes.ContentState { content.state }

    /// The current stage of the activity.
    public var activityState: ActivityState {
        let current = state.withLock { $0 }
        if current.hasEnded { return .ended }
        if sender.isRefused { return .dismissed }
        return current.content.staleDate.map { $0 <= Date() } ?? false ? .stale : .active
    }

    // MARK: Changing

    /// Changes the content. Returns when the panel has answered, or cannot be reached.
    public func update(
        _ content: ActivityContent<Attributes.ContentState>, alertConfiguration: AlertConfiguration? = nil
    ) async {
        guard set(content) else { return }
        show(content.state)
        await sender.finish()
    }

    /// Changes the state. Returns when the panel has answered, or cannot be reached.
    public func update(
        using contentState: Attributes.ContentState, alertConfiguration: AlertConfiguration? = nil
    ) async {
        await update(ActivityContent(state: contentState, staleDate: nil), alertConfiguration: alertConfiguration)
    }

    /// Ends the activity. Returns when the panel has answered, or cannot be reached.
    public func end(
        _ content: ActivityContent<Attributes.ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        if let content { _ = set(content) }
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst else { return }
        link.activities.remove(id)
        sender.send(.endActivity(id: id))
        await sender.finish()
    }

    /// Ends the activity, with the signature of ActivityKit's first version.
    public func end(
        using contentState: Attributes.ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        await end(
            contentState.map { ActivityContent(state: $0, staleDate: nil) }, dismissalPolicy: dismissalPolicy)
    }

    /// - Returns: `false` if the activity has ended.
    private func set(_ content: ActivityContent<Attributes.ContentState>) -> Bool {
        let state = State(content: content)
        return self.state.withLock { current in
            guard !current.hasEnded else { return false }
            current = state
            return true
        }
    }

    private func show(_ state: Attributes.ContentState) {
        let face = ActivityFace(state: state, attributes: attributes)
        sender.send(
            .showActivity(
                LocalAPI.ActivityState(
                    id: id, title: face.title ?? displayName, subtitle: face.subtitle, symbol: face.symbol,
                    begins: face.begins, ends: face.ends)))
    }
}

/// The stage of an activity.
public enum ActivityState: String, Sendable, Hashable, Codable {
    /// The panel shows the activity.
    case active
    /// The activity has ended, and the panel no longer shows it.
    case ended
    /// The panel refused the activity, although the program has not ended it.
    case dismissed
    /// The panel shows the activity, and its state is out of date.
    case stale
}

/// An activity's state, and the date until which it is valid.
public struct ActivityContent<State: Codable & Hashable>: Hashable {
    public var state: State
    /// The date from which the state is out of date; `nil` for never.
    public var staleDate: Date?
    /// The activity's relevance among those of its program. A panel ignores it, and lists activities in order of their
    /// start.
    public var relevanceScore: Double

    /// A state with the date from which it is out of date.
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

extension ActivityContent: Sendable where State: Sendable {}

/// Whether activities can be shown.
public final class ActivityAuthorizationInfo: Sendable {
    /// Creates an object that reads the current status.
    public init() {}

    /// Whether there is a panel to show activities. The panel limits how many activities it shows.
    public var areActivitiesEnabled: Bool { ExtensionContext.current.link.isThere }

    /// Whether frequent changes are allowed. They are if there is a panel, because only the latest state is sent.
    public var frequentPushesEnabled: Bool { areActivitiesEnabled }
}

/// The reason why an activity cannot start.
public enum ActivityAuthorizationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no panel.
    case unsupported

    /// The reason as a text.
    public var description: String {
        "no panel is there to show an activity"
    }
}
