import LocalAPI
import Synchronization

/// Sends the states of one activity to the panel, one request at a time. If several changes arrive during a request,
/// only the last is sent.
final class ActivitySender: Sendable {
    private struct State {
        var isSending = false
        var isRefused = false
        var next: HostRequest?
        /// The callers of `finish()`, which wait until all requests are answered.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let link: HostLink
    private let state = Mutex(State())

    init(link: HostLink) {
        self.link = link
    }

    /// Whether the last request to show the activity failed.
    var isRefused: Bool { state.withLock { $0.isRefused } }

    /// Sends a request to show or end the activity.
    func send(_ request: HostRequest) {
        let begins = state.withLock { state in
            if state.isSending {
                state.next = request
                return false
            }
            state.isSending = true
            return true
        }
        if begins { begin(request) }
    }

    /// Waits until all requests have succeeded or failed.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isSending { state.waiting.append(continuation) }
                return !state.isSending
            }
            if isIdle { continuation.resume() }
        }
    }

    private func begin(_ request: HostRequest) {
        link.send(request) { [self] result in
            let (next, waiting) = state.withLock { state in
                if case .showActivity = request { state.isRefused = (try? result.get()) == nil }
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

/// The activities that a process has started and not ended, in order of their start.
final class SentActivities: Sendable {
    private let activities = Mutex<[(id: String, activity: any Sendable)]>([])

    var all: [any Sendable] { activities.withLock { $0.map(\.activity) } }

    func add<Attributes>(_ activity: Activity<Attributes>) {
        activities.withLock { $0.append((activity.id, activity)) }
    }

    func remove(_ id: String) {
        activities.withLock { $0.removeAll { $0.id == id } }
    }
}
