import EventLoop
import MonotonicTime
import Store

/// Writes again by itself what a store could not write: after 1, 2, 4 … s, at most an hour. Nobody may come and change
/// anything, and what needs a PIN is not performed while nothing can be written down.
@PanelActor
public final class StoreRetry {
    private let store: PanelStore
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private var delay = RetryDelay(longest: .seconds(3_600))

    /// For a store that is told of by `storeChanged`.
    public init(_ store: PanelStore, scheduler: any Scheduler) {
        self.store = store
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.tryAgain() }
    }

    /// A write has failed, or one has succeeded after that.
    public func storeChanged() {
        if store.failure == nil {
            timer?.cancel()
            delay.reset()
        } else if timer?.deadline == nil {
            wait()
        }
    }

    /// Tries no more.
    public func stop() {
        timer?.cancel()
        timer = nil
    }

    private func wait() {
        timer?.arm(at: scheduler.now.advanced(by: delay.next()))
    }

    private func tryAgain() {
        store.whenWritten { [weak self] error in
            if error != nil { self?.wait() }
        }
    }
}
