import EventLoop
import MonotonicTime

/// Something that a test waits for on the event loop.
@PanelActor
final class Happening {
    /// It did not happen in time.
    struct Timeout: Error, CustomStringConvertible {
        var description: String
    }

    private var condition: (@PanelActor () -> Bool)?
    private var waiter: CheckedContinuation<Bool, Never>?

    /// To be called whenever the condition may have become true.
    func changed() {
        if condition?() == true { finish(true) }
    }

    /// Returns once `condition` holds, asked now and after each `changed`.
    ///
    /// - Throws: `Timeout` after 20 s, which even an emulated machine does not need.
    func wait(for what: String, until condition: @escaping @PanelActor () -> Bool) async throws {
        if condition() { return }
        self.condition = condition
        let timer = EventLoop.panel.makeTimer { [weak self] in self?.finish(false) }
        timer.arm(at: EventLoop.panel.now.advanced(by: .seconds(20)))
        let happened = await withCheckedContinuation { waiter = $0 }
        timer.cancel()
        guard happened else { throw Timeout(description: "waited 20 s for \(what)") }
    }

    private func finish(_ happened: Bool) {
        condition = nil
        waiter?.resume(returning: happened)
        waiter = nil
    }
}
