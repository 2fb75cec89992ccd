/// Waits for work with a time limit.
enum TimeLimit {
    /// Returns the result of `work` if it is ready in time.
    ///
    /// - Returns: `nil` if the time is up, or the calling task is cancelled. The work is then cancelled, but may continue to run.
    static func first<Value: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let (ends, end) = AsyncStream.makeStream(of: Value?.self)
        let working = Task { end.yield(await work()) }
        let timing = Task {
            // One deadline in the author's process, so that Swift's clock is good enough; the core does not use
            // `TimeLimit`. `sleep` throws only when cancelled. Then the work has ended already, and this `yield`
            // has no effect.
            try? await Task.sleep(for: limit)
            end.yield(nil)
        }
        defer {
            working.cancel()
            timing.cancel()
        }
        return await ends.first { _ in true } ?? nil
    }
}
