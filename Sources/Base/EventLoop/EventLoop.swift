import CEventLoop
import Glibc
import MonotonicTime
import Synchronization

/// One thread that waits in `epoll_wait(2)` for descriptors, timers and jobs: the executor of `PanelActor`.
///
/// ```
///   jobs (eventfd) ─┐
///   GPIO, sockets  ─┼─ epoll_wait ─ handlers ─ timers due ─ jobs ─┐
///   deadlines (one timerfd) ─┘          ▲                         │
///                                       └─────────────────────────┘
/// ```
///
/// The loop does not poll: without events and deadlines the thread sleeps for ever. All deadlines share one timerfd.
/// The loop sets it at the end of a turn, and only if the earliest deadline has changed.
public final class EventLoop: SerialExecutor, @unchecked Sendable {
    /// The panel's loop. The first call of `run` uses the caller's thread from then on. A job that is queued before
    /// that starts a thread of its own.
    public static let panel = EventLoop()

    private enum Job {
        case task(UnownedJob)
        case completion(Unmanaged<WorkerJob>)
    }

    private struct Shared {
        var jobs: [Job] = []
        var isSignalled = false
        var hasThread = false
        /// Whether `run` has been called, and may be called again. Jobs queued between two calls, such as by a
        /// worker, wait for the next `run`.
        var isLent = false
    }

    private let shared = Mutex(Shared())
    /// `pthread_self(3)` of the loop's thread, which is never 0; 0 while there is none. Outside the lock, since the
    /// runtime may ask for it at any time, also while the lock is held.
    private let thread = Atomic<UInt>(0)
    private let epoll: Int32
    private let wakeup: Int32
    private let timer: Int32

    // Confined to the loop's thread.
    private var watches: [Int32: DescriptorWatch] = [:]
    private var generation: UInt32 = 0
    private let timers = TimerQueue()
    private var armedDeadline: MonotonicInstant?
    /// The tasks in `settle()`.
    private let rest = LoopRest()
    /// The number of workers' jobs whose completions are still to come.
    private var workOutstanding = 0
    /// The durations of the turns of `run` so far.
    @PanelActor public private(set) var turns = LoopTurns()
    @PanelActor private var turnObservers: [@PanelActor () -> Void] = []
    // Kept for reuse, so that a turn allocates no memory.
    private var spareJobs: [Job] = []
    private var spareTimers: [PanelTimer] = []

    private static let wakeupToken = UInt64.max
    private static let timerToken = UInt64.max - 1

    private init() {
        epoll = holdfast_epoll_create()
        wakeup = holdfast_eventfd_create()
        timer = holdfast_timerfd_create()
        // Without these three no part of the program can run, and no error could be reported yet. They fail only
        // where the process may not open any descriptor.
        precondition(epoll >= 0 && wakeup >= 0 && timer >= 0, "event loop: \(SystemCall.message(errno))")
        _ = holdfast_epoll_add(epoll, wakeup, true, false, Self.wakeupToken)
        _ = holdfast_epoll_add(epoll, timer, true, false, Self.timerToken)
    }

    // MARK: Running

    /// Runs the loop on the calling thread until `body`, which runs on the loop, has finished.
    ///
    /// Tasks of the loop that `body` did not wait for stay queued for the next `run`.
    ///
    /// - Precondition: the loop has no thread yet, or its thread has left `run`.
    public func run<Value: Sendable>(_ body: @escaping @PanelActor () async throws -> Value) throws -> Value {
        try run(until: { (completion: Completion<Value>) in
            Task { @PanelActor in
                do { completion(.success(try await body())) } catch { completion(.failure(error)) }
            }
        })
    }

    /// Runs the loop on the calling thread until the completion passed to `begin` is called.
    ///
    /// A program that does all its work in handlers and timers, such as the daemon, thus needs no task and no further
    /// thread. A continuation would be resumed through the runtime's own threads.
    ///
    /// - Precondition: the loop has no thread yet, or its thread has left `run`.
    /// - Throws: the error of `begin`, or the error passed to the completion.
    public func run<Value: Sendable>(until begin: @PanelActor (Completion<Value>) throws -> Void) throws -> Value {
        shared.withLock { state in
            precondition(!state.hasThread, "the loop runs on another thread")
            (state.hasThread, state.isLent) = (true, true)
        }
        thread.store(pthread_self(), ordering: .releasing)
        defer {
            thread.store(0, ordering: .releasing)
            shared.withLock { $0.hasThread = false }
        }
        let completion = Completion<Value>()
        try PanelActor.assumeIsolated { try begin(completion) }
        while true {
            runJobs()
            // Checked before the wait: after the completion, no event may be left that would end the wait.
            if let result = PanelActor.assumeIsolated({ completion.result }) { return try result.get() }
            waitAndDispatch()
        }
    }

    /// Calls `observer` at the end of each turn, for as long as the loop exists.
    @PanelActor
    public func observeTurns(_ observer: @escaping @PanelActor () -> Void) {
        turnObservers.append(observer)
    }

    private func startThread() {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { _ in
                EventLoop.panel.thread.store(pthread_self(), ordering: .releasing)
                while true {
                    EventLoop.panel.runJobs()
                    EventLoop.panel.waitAndDispatch()
                }
            }, nil)
        precondition(result == 0, "event loop: pthread_create: \(SystemCall.message(result))")
        pthread_detach(thread)
    }

    /// Waits for events, handles the ready descriptors, and then the due timers.
    private func waitAndDispatch() {
        PanelActor.assumeIsolated {
            arm()
            // A worker's job ends by queueing a job of the loop, which wakes the loop.
            let isRestAwaited = rest.isAwaited && workOutstanding == 0
            let count = wait(timeout: hasJobs || isRestAwaited ? 0 : -1)
            // The timerfd of a timer armed for the past becomes readable a moment later.
            if count == 0 && isRestAwaited && !hasJobs && !timers.isDue(at: now) { rest.reach() }
        }
    }

    @PanelActor
    private func wait(timeout: Int32) -> Int32 {
        withUnsafeTemporaryAllocation(of: holdfast_ready.self, capacity: 32) { buffer in
            turns.end()
            for observer in turnObservers { observer() }
            let count = holdfast_epoll_wait(epoll, buffer.baseAddress, Int32(buffer.count), timeout)
            turns.begin()
            precondition(count >= 0, "epoll_wait: \(SystemCall.message(errno))")
            var isTimerDue = false
            for ready in buffer.prefix(Int(count)) {
                switch ready.token {
                case Self.wakeupToken: _ = holdfast_eventfd_drain(wakeup)
                case Self.timerToken: isTimerDue = true
                default: dispatch(ready)
                }
            }
            if isTimerDue {
                // Drained before the timers run, so that a timer that they arm for the past is not lost.
                _ = holdfast_timerfd_drain(timer)
                armedDeadline = nil
                fireTimers()
            }
            return count
        }
    }

    @PanelActor
    private func dispatch(_ ready: holdfast_ready) {
        // A handler of this turn may have cancelled this watch, and the descriptor's number may have been reused.
        guard let watch = watches[Int32(truncatingIfNeeded: ready.token)], watch.token == ready.token else { return }
        // A handler may also have muted the watch, or have written all its data.
        let isReadable = ready.readable && watch.wantsReading
        let isWritable = ready.writable && watch.wantsWriting
        guard !watch.isMuted, isReadable || isWritable || ready.failed else { return }
        watch.handler(.init(isReadable: isReadable, isWritable: isWritable, isFailed: ready.failed))
    }

    @PanelActor
    private func fireTimers() {
        var due = spareTimers
        spareTimers = []
        timers.takeDue(at: now, into: &due)
        for timer in due where timers.expire(timer) { timer.action() }
        due.removeAll(keepingCapacity: true)
        spareTimers = due
    }

    @PanelActor
    private func arm() {
        let deadline = timers.nextDeadline
        guard deadline != armedDeadline else { return }
        _ = holdfast_timerfd_arm(timer, (deadline ?? .distantFuture).nanoseconds)
        armedDeadline = deadline
    }

    // MARK: Jobs

    public func enqueue(_ job: consuming ExecutorJob) {
        add(.task(UnownedJob(job)))
    }

    /// Calls the job's completion on the loop, and releases the job there.
    func enqueue(done job: Unmanaged<WorkerJob>) {
        add(.completion(job))
    }

    private func add(_ job: Job) {
        let (mustSignal, mustStart) = shared.withLock { state in
            state.jobs.append(job)
            let mustStart = !state.hasThread && !state.isLent
            if mustStart { state.hasThread = true }
            // The loop checks its jobs before it sleeps, so its own thread need not wake it.
            let mustSignal = !state.isSignalled && !isCurrentThread
            if mustSignal { state.isSignalled = true }
            return (mustSignal, mustStart)
        }
        if mustSignal { _ = holdfast_eventfd_signal(wakeup) }
        if mustStart { startThread() }
    }

    private func runJobs() {
        var jobs = spareJobs
        spareJobs = []
        shared.withLock { state in
            swap(&jobs, &state.jobs)
            state.isSignalled = false
        }
        for job in jobs {
            switch job {
            case .task(let task): task.runSynchronously(on: asUnownedSerialExecutor())
            case .completion(let done):
                PanelActor.assumeIsolated {
                    workOutstanding -= 1
                    done.takeRetainedValue().complete()
                }
            }
        }
        jobs.removeAll(keepingCapacity: true)
        spareJobs = jobs
    }

    public func checkIsolated() {
        precondition(isCurrentThread, "not on the event loop's thread")
    }

    private var isCurrentThread: Bool {
        thread.load(ordering: .acquiring) == pthread_self()
    }

    private var hasJobs: Bool {
        shared.withLock { !$0.jobs.isEmpty }
    }

    /// Restarts the measurement of the turns.
    @PanelActor
    public func resetTurns() { turns = LoopTurns() }

    /// Called when a worker gets a job.
    @PanelActor
    func workBegan() { workOutstanding += 1 }

    /// Returns once no job is queued, no timer due, no descriptor ready and no worker busy: all consequences on this
    /// loop and its workers have ended. Descriptors and timers of other panels in this process count too.
    @PanelActor
    public func settle() async {
        await rest.reached()
    }

    // MARK: Descriptors

    /// Calls `handler` on the loop whenever `descriptor` is readable, and writable if wanted.
    ///
    /// - Throws: `EventLoopError` of `epoll_ctl(2)`; a descriptor can be watched only once.
    @PanelActor
    public func watch(
        _ descriptor: Int32, wantsWriting: Bool = false,
        handler: @escaping @PanelActor (DescriptorWatch.Readiness) -> Void
    ) throws(EventLoopError) -> DescriptorWatch {
        // The kernel refuses a descriptor that is already watched, but a muted one is not in its set.
        if watches[descriptor]?.isMuted == true { throw EventLoopError(call: "epoll_ctl", code: EEXIST) }
        generation &+= 1
        let token = UInt64(generation & 0x7fff_ffff) << 32 | UInt64(UInt32(bitPattern: descriptor))
        let watch = DescriptorWatch(
            descriptor: descriptor, token: token, wantsWriting: wantsWriting, handler: handler)
        guard holdfast_epoll_add(epoll, descriptor, true, wantsWriting, token) == 0 else {
            throw EventLoopError(call: "epoll_ctl")
        }
        watches[descriptor] = watch
        return watch
    }

    @PanelActor
    func cancel(_ watch: DescriptorWatch) {
        guard watches[watch.descriptor] === watch else { return }
        watches[watch.descriptor] = nil
        if !watch.isMuted { _ = holdfast_epoll_remove(epoll, watch.descriptor) }
    }

    @PanelActor
    func update(_ watch: DescriptorWatch) {
        guard watches[watch.descriptor] === watch else { return }
        if watch.isMuted {
            // EPOLLHUP and EPOLLERR cannot be masked, so a muted descriptor leaves the set.
            _ = holdfast_epoll_remove(epoll, watch.descriptor)
        } else if holdfast_epoll_modify(
            epoll, watch.descriptor, watch.wantsReading, watch.wantsWriting, watch.token) != 0
        {
            _ = holdfast_epoll_add(
                epoll, watch.descriptor, watch.wantsReading, watch.wantsWriting, watch.token)
        }
    }
}

// MARK: Time

extension EventLoop: Scheduler {
    /// `CLOCK_MONOTONIC`, now.
    public var now: MonotonicInstant { MonotonicInstant(nanoseconds: holdfast_monotonic_now()) }

    public var sinceBoot: Duration { .nanoseconds(holdfast_boottime_now()) }

    public func makeTimer(_ action: @escaping @PanelActor () -> Void) -> PanelTimer {
        PanelTimer(in: timers, action: action)
    }
}

/// Ends a run of the loop, with the result of the run. Only the first call has an effect.
@PanelActor
public final class Completion<Value: Sendable> {
    private(set) var result: Result<Value, any Error>?

    nonisolated init() {}

    /// Ends the run after the present turn.
    public func callAsFunction(_ result: Result<Value, any Error>) {
        if self.result == nil { self.result = result }
    }
}
