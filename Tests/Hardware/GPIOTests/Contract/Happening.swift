import EventLoop
import MonotonicTime

/// A condition on the event loop for which a test waits.
@PanelActor
final class Happening {
    /// The condition did not hold in time.
    struct Timeout: Error, CustomStringConvertible {
        var description: String
    }

    private static let patience = Duration.seconds(60)

    private var condition: (@PanelActor () -> Bool)?
    private var waiter: CheckedContinuation<Bool, Never>?

    /// Tells the waiting test that the condition may have become true.
    func changed() {
        if condition?() == true { finish(true) }
    }

    /// Returns once `condition` holds, which is checked now and after each `changed`.
    ///
    /// - Throws: `Timeout` after `patience`, which is enough even for an emulated machine.
    func wait(for what: String, until condition: @escaping @PanelActor () -> Bool) async throws {
        if condition() { return }
        self.condition = condition
        let timer = EventLoop.panel.makeTimer { [weak self] in self?.finish(false) }
        timer.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        let happened = await withCheckedContinuation { waiter = $0 }
        timer.cancel()
        guard happened else { throw Timeout(description: "waited \(Self.patience) for \(what)") }
    }

    private func finish(_ happened: Bool) {
        condition = nil
        waiter?.resume(returning: happened)
        waiter = nil
    }
}
