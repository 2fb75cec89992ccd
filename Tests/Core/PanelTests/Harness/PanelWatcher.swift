import EventLoop
import LocalAPI

@testable import Panel

/// A client that watches a panel over its socket.
@PanelActor
final class PanelWatcher {
    private let client: VarlinkClient
    /// The received notices that no call of `next` has consumed.
    private var notices: [PanelNotice.Event] = []
    private var waiting: (event: PanelNotice.Event, continuation: CheckedContinuation<Void, Never>)?

    /// Starts to watch.
    convenience init(_ panel: TestPanel) { self.init(path: panel.socket) }

    /// Starts to watch, as a connection of the session with this token.
    init(path: String, token: String? = nil) {
        client = VarlinkClient(path: path)
        if let token { client.call(PanelInterface.JoinSession.self, .init(token: token)) { _ in } }
        client.call(PanelInterface.Watch.self, NoParameters(), more: true) { [weak self] result in
            if case .success(let reply) = result { self?.note(reply.value.notice.event) }
        }
    }

    /// Waits for a notice that was received since the last call, or is received later.
    ///
    /// - Returns: the notices received before it.
    @discardableResult
    func next(_ event: PanelNotice.Event) async -> [PanelNotice.Event] {
        if !notices.contains(event) { await withCheckedContinuation { waiting = (event, $0) } }
        let before = notices.prefix { $0 != event }
        notices.removeFirst(before.count + 1)
        return Array(before)
    }

    func close() { client.close() }

    private func note(_ event: PanelNotice.Event) {
        notices.append(event)
        guard let (awaited, continuation) = waiting, event == awaited else { return }
        waiting = nil
        continuation.resume()
    }
}

extension PanelNotice {
    /// The notice that a watcher gets of an event, if the watcher has room at once.
    @PanelActor
    init?(_ event: PanelEvent, on engine: PanelEngine, as viewpoint: Viewpoint) {
        if case .controlChanged(_, let name) = event {
            guard let control = engine.lists.controls.listed(name, as: viewpoint) else { return nil }
            self.init(.control, name: name, control: control)
        } else {
            self.init(of: event)
        }
    }
}
