import Synchronization

/// The activities that a process has begun and not ended, in that order.
final class ActivityList: Sendable {
    private let activities = Mutex<[(id: String, activity: any Sendable)]>([])

    var all: [any Sendable] { activities.withLock { $0.map(\.activity) } }

    func add<Attributes>(_ activity: Activity<Attributes>) {
        activities.withLock { $0.append((activity.id, activity)) }
    }

    func remove(_ id: String) {
        activities.withLock { $0.removeAll { $0.id == id } }
    }
}
