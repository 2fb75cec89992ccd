import CEventLoop
import Glibc
import Synchronization

/// Does jobs beside the loop, in the order in which they were given: a ``Worker``, or what a test has in its place.
public protocol JobQueue: Sendable {
    /// Does `work` off the loop, then calls `completion` on the loop, never inside this call.
    @PanelActor
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then completion: @escaping @PanelActor (Value) -> Void)

    /// Blocks the calling thread until the jobs given so far are done, for `limit` at most; returns whether they are.
    func finish(within limit: Duration) -> Bool
}

/// A thread beside the loop, for what would hold the loop up: started with the first job, asleep while there is none.
///
/// Jobs are done one after the other, in the order in which they were given, and so are their completions called.
/// `EventLoop.settle()` waits for them. A thread that has been started is kept for good: make few workers.
public final class Worker: JobQueue {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var hasThread = false
    }

    private let state = Mutex(State())
    /// Counts the batches of jobs that the thread has not taken yet.
    private let wakeups: Wakeups

    /// A worker without a thread yet.
    public init() {
        wakeups = Wakeups()
    }

    /// Does `work` on the worker's thread, then calls `completion` on the loop, never inside this call.
    @PanelActor
    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then completion: @escaping @PanelActor (Value) -> Void
    ) {
        EventLoop.panel.workBegan()
        add {
            let value = work()
            Task { @PanelActor in
                EventLoop.panel.workEnded()
                completion(value)
            }
        }
    }

    /// Blocks the calling thread until the jobs are done that the worker has been given, for a process that is about to end.
    ///
    /// Their completions are called later, when the loop goes on.
    ///
    /// - Parameter limit: How long at most.
    /// - Returns: whether they are done.
    @discardableResult
    public func finish(within limit: Duration) -> Bool {
        guard state.withLock(\.hasThread) else { return true }
        guard let ends = try? SystemCall.makePipe() else { return false }
        defer { close(ends.reader) }
        // At its end the pipe is hung up; it is the job's to close even where nobody waits any more.
        add { close(ends.writer) }
        let begin = holdfast_monotonic_now()
        var reader = pollfd(fd: ends.reader, events: Int16(POLLIN), revents: 0)
        while true {
            let remaining = limit - .nanoseconds(holdfast_monotonic_now() - begin)
            let count = poll(&reader, 1, Int32(clamping: Int64(max(.zero, remaining) / .milliseconds(1))))
            if count >= 0 || SystemCall.lastError != EINTR { return count > 0 }
        }
    }

    private func add(_ job: @escaping @Sendable () -> Void) {
        let (mustWake, mustStart) = state.withLock { state in
            let mustWake = state.jobs.isEmpty
            state.jobs.append(job)
            let mustStart = !state.hasThread
            state.hasThread = true
            return (mustWake, mustStart)
        }
        if mustWake { wakeups.post() }
        if mustStart { startThread() }
    }

    private func startThread() {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let worker = Unmanaged<Worker>.fromOpaque(context).takeRetainedValue()
                while true { worker.doJobs() }
            }, Unmanaged.passRetained(self).toOpaque())
        // As without a loop, no part of the program that needs it could go on.
        precondition(result == 0, "worker: pthread_create: \(SystemCall.message(result))")
        pthread_detach(thread)
    }

    private func doJobs() {
        wakeups.wait()
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job() }
    }
}

/// A semaphore of POSIX, at an address that stays.
private final class Wakeups: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func post() {
        sem_post(semaphore)
    }

    /// Returns after a `post`, or when a signal was handled.
    func wait() {
        sem_wait(semaphore)
    }
}
