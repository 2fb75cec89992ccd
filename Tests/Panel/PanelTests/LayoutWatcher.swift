import EventLoop
import LocalAPI

/// One that watches a panel over its socket.
@PanelActor
final class LayoutWatcher {
    private let client: VarlinkClient
    /// What it was told and nobody has asked for yet.
    private var notices: [PanelNotice.Event] = []
    private var waiting: (event: PanelNotice.Event, continuation: CheckedContinuation<Void, Never>)?

    /// Watches from now on.
    init(_ panel: LayoutPanel) {
        client = VarlinkClient(path: panel.socket)
        client.call(PanelInterface.Watch.method, NoParameters(), more: true) {
            [weak self] (result: Result<VarlinkReply<PanelInterface.Watch.Reply>, VarlinkClientError>) in
            if case .success(let reply) = result { self?.note(reply.value.notice.event) }
        }
    }

    /// Waits until it is told this, or has been since it was asked last.
    ///
    /// - Returns: what it was told before that.
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
