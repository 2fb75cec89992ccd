import Controls
import FoundationEssentials
import LocalAPI
import Synchronization

/// Something that goes on, shown by the panel with title, symbol and the time that is left, until it ends.
///
/// What is shown of its attributes and state is said by ``ActivityAttributes``. An activity belongs to the process that
/// requested it; requests return at once, and of several changes in a row the panel may see only the last.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, @unchecked Sendable {
    // The content need not be `Sendable`; it is only touched with `state` locked.
    private struct State: @unchecked Sendable {
        var content: ActivityContent<Attributes.ContentState>
        var hasEnded = false
    }

    /// The activity's identity, unique for all time.
    public let id: String
    /// What it is about.
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
        sender = ActivitySender(id: id, link: link)
        displayName = context.displayName
    }

    // MARK: Beginning

    /// Begins an activity.
    ///
    /// - Throws: `ActivityAuthorizationError` where no panel is there.
    public static func request(
        attributes: Attributes, content: ActivityContent<Attributes.ContentState>, pushType: PushType? = nil
    ) throws -> Activity {
        guard ActivityAuthorizationInfo().areActivitiesEnabled else { throw ActivityAuthorizationError.unsupported }
        let activity = Activity(attributes: attributes, content: content)
        activity.link.activities.add(activity)
        activity.show(content.state)
        return activity
    }

    /// Begins an activity, in the form that the first version of ActivityKit had.
    ///
    /// - Throws: `ActivityAuthorizationError` where no panel is there.
    public static func request(
        attributes: Attributes, contentState: Attributes.ContentState, pushType: PushType? = nil
    ) throws -> Activity {
        try request(
            attributes: attributes, content: ActivityContent(state: contentState, staleDate: nil), pushType: pushType)
    }

    /// The activities of this kind that this process has begun and not ended.
    public static var activities: [Activity] {
        ExtensionContext.current.link.activities.all.compactMap { $0 as? Activity }.filter {
            $0.activityState != .ended
        }
    }

    // MARK: What is so

    /// The content now.
    public var content: ActivityContent<Attributes.ContentState> { state.withLock { $0 }.content }

    /// The state now.
    public var contentState: Attributes.ContentState { content.state }

    /// How far it has come.
    public var activityState: ActivityState {
        let current = state.withLock { $0 }
        if current.hasEnded { return .ended }
        if sender.isRefused { return .dismissed }
        return current.content.staleDate.map { $0 <= Date() } ?? false ? .stale : .active
    }

    // MARK: Changing

    /// Changes the content, and returns when the panel knows of it, or cannot be told.
    public func update(
        _ content: ActivityContent<Attributes.ContentState>, alertConfiguration: AlertConfiguration? = nil
    ) async {
        guard set(content) else { return }
        show(content.state)
        await sender.finish()
    }

    /// Changes the state, and returns when the panel knows of it, or cannot be told.
    public func update(
        using contentState: Attributes.ContentState, alertConfiguration: AlertConfiguration? = nil
    ) async {
        await update(ActivityContent(state: contentState, staleDate: nil), alertConfiguration: alertConfiguration)
    }

    /// Ends the activity, and returns when the panel knows of it, or cannot be told.
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
        sender.send(nil)
        await sender.finish()
    }

    /// Ends the activity, in the form that the first version of ActivityKit had.
    public func end(
        using contentState: Attributes.ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        await end(
            contentState.map { ActivityContent(state: $0, staleDate: nil) }, dismissalPolicy: dismissalPolicy)
    }

    /// - Returns: Whether it has not ended.
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
            LocalAPI.ActivityState(
                id: id, title: face.title ?? displayName, subtitle: face.subtitle, symbol: face.symbol,
                begins: face.begins, ends: face.ends))
    }
}

/// How far an activity has come.
public enum ActivityState: String, Sendable, Hashable, Codable {
    /// It is shown.
    case active
    /// It has ended. A panel does not show it any more.
    case ended
    /// It is not shown, though nobody ended it: the panel refused it.
    case dismissed
    /// It is shown, and its state is out of date.
    case stale
}

/// An activity's state, and how long it holds.
public struct ActivityContent<State: Codable & Hashable> {
    /// The state.
    public var state: State
    /// When the state is out of date; `nil`: never.
    public var staleDate: Date?
    /// How much the activity matters among those of its program. A panel lists them as they began.
    public var relevanceScore: Double

    /// A state with the time from which it is out of date.
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

extension ActivityContent: Sendable where State: Sendable {}
extension ActivityContent: Equatable where State: Equatable {}
extension ActivityContent: Hashable where State: Hashable {}

/// Whether activities can be shown.
public final class ActivityAuthorizationInfo: Sendable {
    /// What is so now.
    public init() {}

    /// Whether there is a panel to show activities. How many it shows at a time is its own matter.
    public var areActivitiesEnabled: Bool { ExtensionContext.current.link.isThere }

    /// Whether an activity may be changed often: it may, since only the latest state is sent.
    public var frequentPushesEnabled: Bool { areActivitiesEnabled }
}

/// Why an activity cannot begin.
public enum ActivityAuthorizationError: Error, Sendable, Hashable {
    /// There is no panel.
    case unsupported
}

extension ActivityAuthorizationError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .unsupported: "no panel is there to show an activity"
        }
    }
}
