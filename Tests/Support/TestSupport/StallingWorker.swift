import EventLoop
import Synchronization

/// A worker with a disk that can stall. Jobs are held back until the disk works again.
///
/// `EventLoop.settle()` does not wait for jobs that are held back.
public final class StallingWorker: JobQueue {
    private struct State {
        var isStalled = false
        var held: [@PanelActor @Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let worker = Worker()

    /// Makes a worker whose disk works.
    public init() {}

    /// Stalls the disk.
    public func stall() { state.withLock { $0.isStalled = true } }

    /// Lets the disk work again, with the jobs that were held back.
    @PanelActor
    public func goOn() {
        let held = state.withLock { state in
            defer { state = State() }
            return state.held
        }
        for job in held { job() }
    }

    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then completion: @escaping @PanelActor (Value) -> Void
    ) {
        let worker = worker
        let isHeld = state.withLock { state in
            if state.isStalled { state.held.append { worker.perform(work, then: completion) } }
            return state.isStalled
        }
        if !isHeld { worker.perform(work, then: completion) }
    }

    public func finish(within limit: Duration) -> Bool {
        state.withLock(\.isStalled) ? false : worker.finish(within: limit)
    }
}
