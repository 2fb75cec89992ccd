import Synchronization

/// Work that is not waited for longer than it is worth.
enum TimeLimit {
    /// What `work` gives, if it does so in time.
    ///
    /// - Returns: `nil` where the time has run out; the work, then cancelled, may go on beside.
    static func first<Value: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let race = Race<Value>()
        let working = Task { race.end(with: await work()) }
        let timing = Task {
            // One deadline, in the author's process, where Swift's own clock serves; the core has none of this. It
            // throws only when cancelled, and then the work has ended and this end counts for nothing.
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

/// Whoever ends first resumes the continuation.
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
