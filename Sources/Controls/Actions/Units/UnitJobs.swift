import EventLoop
import MonotonicTime

/// systemd's jobs that somebody waits for.
@PanelActor
final class UnitJobs {
    /// What came of a job.
    enum End: Sendable, Hashable {
        /// It ended, with `done`, `failed`, `canceled`, `timeout`, `dependency` and the like.
        case ended(String)
        case tookTooLong
        /// The connection ended first.
        case lost
        /// Nobody waits any more.
        case cancelled
    }

    private var asked = 0
    private var waiting: [String: JobWaiter] = [:]
    private var endedEarly: [String: String] = [:]

    nonisolated init() {}

    /// A job is about to be asked for: what ends from here on may be it.
    func begin() { asked += 1 }

    /// Nobody asks or waits any more.
    func end() {
        asked -= 1
        if asked == 0 { endedEarly = [:] }
    }

    func ended(_ job: String, result: String) {
        if let waiter = waiting.removeValue(forKey: job) {
            waiter.finish(.ended(result))
        } else if asked > 0 {
            endedEarly[job] = result
        }
    }

    func lose() {
        let waiters = waiting.values
        waiting = [:]
        for waiter in waiters { waiter.finish(.lost) }
    }

    /// What comes of a job.
    func result(of job: String, within limit: Duration) async -> End {
        // The signal may have overtaken the answer that names the job.
        if let result = endedEarly.removeValue(forKey: job) { return .ended(result) }
        let waiter = JobWaiter()
        waiting[job] = waiter
        let timer = EventLoop.panel.makeTimer { waiter.finish(.tookTooLong) }
        timer.arm(at: EventLoop.panel.now.advanced(by: limit))
        defer {
            timer.cancel()
            waiting[job] = nil
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter.wait($0) }
        } onCancel: {
            Task { @PanelActor in waiter.finish(.cancelled) }
        }
    }
}

/// Whoever waits for one job.
@PanelActor
private final class JobWaiter {
    private var continuation: CheckedContinuation<UnitJobs.End, Never>?
    private var end: UnitJobs.End?

    func wait(_ continuation: CheckedContinuation<UnitJobs.End, Never>) {
        if let end { continuation.resume(returning: end) } else { self.continuation = continuation }
    }

    func finish(_ end: UnitJobs.End) {
        guard self.end == nil else { return }
        self.end = end
        continuation?.resume(returning: end)
        continuation = nil
    }
}
