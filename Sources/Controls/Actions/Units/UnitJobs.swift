import EventLoop
import MonotonicTime

/// The systemd jobs for which calls wait.
@PanelActor
final class UnitJobs {
    /// The result of waiting for a job.
    enum End: Sendable, Hashable {
        /// The job ended with a result such as `done`, `failed`, `canceled`, `timeout` or `dependency`.
        case ended(String)
        case tookTooLong
        /// The connection was lost before the job ended.
        case lost
        case cancelled
    }

    private var asked = 0
    /// The number of times that the connection was lost.
    private var losses = 0
    private var waiting: [String: Waiter<End>] = [:]
    private var endedEarly: [String: String] = [:]

    nonisolated init() {}

    /// Announces a request for a job. Jobs that end from now on are stored, because one may be the requested job.
    ///
    /// - Returns: The number of times that the connection was lost before, for `result(of:since:within:)`.
    func begin() -> Int {
        asked += 1
        return losses
    }

    /// Ends a request that `begin()` announced.
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
        losses += 1
        let waiters = waiting.values
        waiting = [:]
        for waiter in waiters { waiter.finish(.lost) }
    }

    /// Waits for the result of a job.
    ///
    /// - Parameter losses: The number that `begin()` returned for the job's request.
    func result(of job: String, since losses: Int, within limit: Duration) async -> End {
        // The signal, or the end of the connection, may have arrived before the caller has the answer that names the job.
        if let result = endedEarly.removeValue(forKey: job) { return .ended(result) }
        guard losses == self.losses else { return .lost }
        let waiter = Waiter<End>()
        waiting[job] = waiter
        let timer = EventLoop.panel.makeTimer { waiter.finish(.tookTooLong) }
        timer.arm(at: EventLoop.panel.now.advanced(by: limit))
        defer {
            timer.cancel()
            waiting[job] = nil
        }
        return await waiter.value() ?? .cancelled
    }
}
