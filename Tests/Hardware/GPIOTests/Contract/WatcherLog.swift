import EventLoop
import GPIO

/// A watcher of input lines and its recorded events.
@PanelActor
final class WatcherLog {
    private(set) var events: [InputWatcher.Event] = []
    private let happening = Happening()
    private var watcherOrNil: InputWatcher?

    init(_ request: any InputRequest, scheduler: any Scheduler) throws {
        watcherOrNil = try InputWatcher(request, scheduler: scheduler) { [weak self] event in
            self?.events.append(event)
            self?.happening.changed()
        }
    }

    var watcher: InputWatcher {
        get throws {
            guard let watcherOrNil else { throw Happening.Timeout(description: "no watcher") }
            return watcherOrNil
        }
    }

    var edges: [EdgeEvent] {
        events.compactMap { if case .edge(let edge) = $0 { edge } else { nil } }
    }

    func wait(count: Int) async throws {
        try await happening.wait(for: "event \(count)") { self.events.count >= count }
    }

    func wait(for what: String, until condition: @escaping @PanelActor ([InputWatcher.Event]) -> Bool) async throws {
        try await happening.wait(for: what) { condition(self.events) }
    }

    func cancel() {
        watcherOrNil?.cancel()
        watcherOrNil = nil
    }
}
