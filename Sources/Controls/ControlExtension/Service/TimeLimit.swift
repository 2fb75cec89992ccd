import Synchronization

/// Waits for work with a time limit.
enum TimeLimit {
    /// Returns the result of `work` if it is ready in time.
    ///
    /// - Returns: `nil` if the time is up. The work is then cancelled, but may continue to run.
    static func first<Value: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let race = Race<Value>()
        let working = Task { race.end(with: await work()) }
        let timing = Task {
            // One deadline in the author's process, so that Swift's clock is good enough; the core does not use
            // `TimeLimit`. `sleep` throws only when cancelled. Then the work has ended already, and this `end` has no
            // effect.
            try? await Task.sleep(for: limit)
            race.end(with: nil)
        }
        defer {
            working.cancel()
            timing.cancel()
        }
        return await withCheckedContinuation { race.begin($0) }
    }
}

/// A race between work and timer. The first to end resumes the continuation.
private final class Race<Value: Sendable>: Sendable {
    private enum State {
        case running
        case awaited(CheckedContinuation<Value?, Never>)
        case ended(Value?)
    }

    private let state = Mutex(State.running)

    func begin(_ continuation: CheckedContinuation<Value?, Never>) {
        let value: Value?? = state.withLock { state in
            guard case .ended(let value) = state else {
                state = .awaited(continuation)
                return .none
            }
            return .some(value)
        }
        if let value { continuation.resume(returning: value) }
    }

    func end(with value: Value?) {
        let continuation: CheckedContinuation<Value?, Never>? = state.withLock { state in
            defer { if case .ended = state {} else { state = .ended(value) } }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: value)
    }
}
