import MonotonicTime

/// A scheduler whose time moves only by calls. A day of a panel passes in milliseconds, and each run is the same.
@PanelActor
public final class VirtualScheduler: Scheduler {
    private let queue = TimerQueue()

    /// The virtual time now; starts at zero.
    public private(set) var now: MonotonicInstant = .zero

    /// The number of timers that have fired.
    public private(set) var firings = 0

    /// Creates a clock at zero without timers.
    public nonisolated init() {}

    /// The deadline of the earliest armed timer.
    public var nextDeadline: MonotonicInstant? { queue.nextDeadline }

    public func makeTimer(_ action: @escaping @PanelActor () -> Void) -> PanelTimer {
        PanelTimer(in: queue, action: action)
    }

    /// Moves time to `instant` (never back) without firing anything.
    public func move(to instant: MonotonicInstant) {
        now = max(now, instant)
    }

    /// Fires one timer that is due now, the earliest.
    ///
    /// - Returns: whether there was one.
    public func fireDueTimer() -> Bool {
        guard let timer = queue.popDue(at: now) else { return false }
        firings += 1
        timer.action()
        return true
    }

    /// Advances time to `instant`, and fires the timers that fall due on the way.
    ///
    /// The effects of a timer end before the next timer fires, as on a real loop that is not late.
    ///
    /// - Parameter settle: Waits for effects, before the first timer and after each one. Its error ends the advance at the
    ///   present timer.
    public func advance(
        to instant: MonotonicInstant, settle: @PanelActor () async throws -> Void
    ) async rethrows {
        try await settle()
        while let deadline = nextDeadline, deadline <= instant {
            move(to: deadline)
            while fireDueTimer() { try await settle() }
        }
        move(to: instant)
    }

    /// Advances time by `duration`, and fires the timers that fall due on the way.
    ///
    /// The effects of a timer on the panel's loop and its workers end before the next timer fires.
    public func advance(by duration: Duration) async {
        await advance(to: now.advanced(by: duration)) { await EventLoop.panel.settle() }
    }

    /// Advances time to `instant` and fires the timers that fall due on the way, all in one turn of the loop.
    public func advanceAtOnce(to instant: MonotonicInstant) {
        while let deadline = nextDeadline, deadline <= instant {
            move(to: deadline)
            while fireDueTimer() {}
        }
        move(to: instant)
    }
}
