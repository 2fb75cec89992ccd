import CEventLoop
import Glibc
import Synchronization

/// Runs jobs outside the loop, in the order in which they were added: a ``Worker``, or a test's replacement.
public protocol JobQueue: Sendable {
    /// Runs `work` outside the loop, then calls `completion` on the loop, never inside this call.
    @PanelActor
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then completion: @escaping @PanelActor (Value) -> Void)

    /// Blocks the calling thread until all jobs added so far are done, for `limit` at most. Returns whether they are
    /// done.
    @PanelActor
    func finish(within limit: Duration) -> Bool
}

extension JobQueue {
    /// Runs work that may throw.
    @PanelActor
    public func attempt<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value,
        then completion: @escaping @PanelActor (Result<Value, Failure>) -> Void
    ) {
        perform({ Result(catching: work) }, then: completion)
    }
}

/// A thread for work that would block the loop. It starts with the first job, and sleeps while there is none.
///
/// Jobs run one after the other, in the order in which they were added. Their completions are called in the same
/// order. `EventLoop.settle()` waits for them. A thread never ends once it has started, so create few workers.
public final class Worker: JobQueue {
    private struct State {
        var jobs: [Unmanaged<WorkerJob>] = []
        var hasThread = false
    }

    private let state = Mutex(State())
    /// The worker's thread exchanges this empty array for the queued jobs, so that it frees no memory of the loop.
    private nonisolated(unsafe) var spare: [Unmanaged<WorkerJob>] = []
    /// Counts the batches of jobs that the thread has not started yet.
    private let wakeups: Wakeups

    /// Creates a worker without a thread.
    public init() {
        wakeups = Wakeups()
    }

    /// Runs `work` on the worker's thread, then calls `completion` on the loop, never inside this call.
    @PanelActor
    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then completion: @escaping @PanelActor (Value) -> Void
    ) {
        add(ResultingJob(work, then: completion))
    }

    /// Blocks the calling thread until the jobs added so far are done, for a process that is about to end.
    ///
    /// Their completions are called later, when the loop continues.
    ///
    /// - Parameter limit: The longest time to wait.
    /// - Returns: whether the jobs are done.
    @discardableResult
    @PanelActor
    public func finish(within limit: Duration) -> Bool {
        guard state.withLock(\.hasThread) else { return true }
        guard let ends = try? SystemCall.makePipe() else { return false }
        defer { close(ends.reader) }
        // The job closes the writing end, which ends the wait. It does so even if the wait has already ended.
        add(ResultingJob({ close(ends.writer) }, then: { _ in }))
        let begin = holdfast_monotonic_now()
        var reader = pollfd(fd: ends.reader, events: Int16(POLLIN), revents: 0)
        while true {
            let remaining = limit - .nanoseconds(holdfast_monotonic_now() - begin)
            let count = poll(&reader, 1, Int32(clamping: Int64(max(.zero, remaining) / .milliseconds(1))))
            if count >= 0 || SystemCall.lastError != EINTR { return count > 0 }
        }
    }

    @PanelActor
    private func add(_ job: WorkerJob) {
        EventLoop.panel.workBegan()
        let job = Unmanaged.passRetained(job)
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
        // No part of the program that needs the worker could continue.
        precondition(result == 0, "worker: pthread_create: \(SystemCall.message(result))")
        pthread_detach(thread)
    }

    /// Returns without a reference to the job. If this function were inlined, the compiler might release the reference
    /// later.
    @inline(never)
    private static func run(_ job: Unmanaged<WorkerJob>) {
        job.takeUnretainedValue().run()
    }

    private func doJobs() {
        wakeups.wait()
        state.withLock { swap(&spare, &$0.jobs) }
        for job in spare {
            Self.run(job)
            EventLoop.panel.enqueue(done: job)
        }
        spare.removeAll(keepingCapacity: true)
    }
}

/// A POSIX semaphore at a fixed address.
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

extension Worker: CustomReflectable {
    /// No parts: the worker's thread changes them at any time, so that `dump(_:)` of an object with a worker could read a
    /// job that has been freed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
