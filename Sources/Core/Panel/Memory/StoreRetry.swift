import EventLoop
import MonotonicTime
import Store

/// Retries failed writes of a store, after 1, 2, 4 … s, at most an hour.
///
/// The retry must be automatic: there may be no further change to trigger a write, and guarded controls are refused
/// while the audit trail cannot be written.
@PanelActor
public final class StoreRetry {
    private let store: PanelStore
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private var delay = RetryDelay(longest: .seconds(3_600))

    /// Creates a retry for `store`, whose owner calls `storeChanged`.
    public init(_ store: PanelStore, scheduler: any Scheduler) {
        self.store = store
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.tryAgain() }
    }

    /// Starts or ends the retries, after a failed or a successful write.
    public func storeChanged() {
        if store.failure == nil {
            timer?.cancel()
            delay.reset()
        } else if timer?.deadline == nil {
            wait()
        }
    }

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
