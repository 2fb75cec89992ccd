import LocalAPI
import Synchronization

/// Tells the panel of one activity, one request at a time: of changes that come while one is under way, the last counts.
final class ActivitySender: Sendable {
    private enum Wish: Sendable {
        case shown(LocalAPI.ActivityState)
        case ended
    }

    private struct State {
        var isSending = false
        var isRefused = false
        var next: Wish?
        /// Who waits until the panel has been told all.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let id: String
    private let link: HostLink
    private let state = Mutex(State())

    init(id: String, link: HostLink) {
        self.id = id
        self.link = link
    }

    /// Whether the panel does not show the activity.
    var isRefused: Bool { state.withLock { $0.isRefused } }

    /// Tells the panel what to show; `nil`: that the activity has ended.
    func send(_ shown: LocalAPI.ActivityState?) {
        let wish = shown.map { Wish.shown($0) } ?? .ended
        let begins = state.withLock { state in
            if state.isSending {
                state.next = wish
                return false
            }
            state.isSending = true
            return true
        }
        if begins { begin(wish) }
    }

    /// Waits until the panel has been told all, or cannot be.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isSending { state.waiting.append(continuation) }
                return !state.isSending
            }
            if isIdle { continuation.resume() }
        }
    }

    private func begin(_ wish: Wish) {
        let request: HostRequest =
            switch wish {
            case .shown(let activity): .showActivity(activity)
            case .ended: .endActivity(id: id)
            }
        link.send(request) { [self] result in
            let (next, waiting) = state.withLock { state in
                if case .shown = wish { state.isRefused = (try? result.get()) == nil }
                let next = state.next
                state.next = nil
                state.isSending = next != nil
                defer { if next == nil { state.waiting = [] } }
                return (next, next == nil ? state.waiting : [])
            }
            if let next { begin(next) }
            for continuation in waiting { continuation.resume() }
        }
    }
}

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
