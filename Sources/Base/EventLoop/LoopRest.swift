/// The tasks that wait until the loop is at rest. `EventLoop.settle()` hops to this actor and back.
///
/// A continuation is too slow here. The runtime resumes continuations on a thread of its own, and that thread wakes the
/// loop. The two switches of threads take longer than most turns.
actor LoopRest {
    private let executor = Executor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Returns once the loop is at rest. An inlined call could lose the hop to this actor, which is its only purpose.
    @inline(never)
    func reached() { preconditionIsolated() }

    /// Whether a task waits for the rest.
    @PanelActor
    var isAwaited: Bool { !executor.jobs.isEmpty }

    /// Lets the waiting tasks continue. Each one hops back to the loop as a new job.
    @PanelActor
    func reach() {
        let jobs = executor.jobs
        executor.jobs = []
        for job in jobs { job.runSynchronously(on: unownedExecutor) }
    }

    /// Keeps jobs until the loop is at rest. Only tasks of the loop enqueue jobs here.
    private final class Executor: SerialExecutor {
        @PanelActor var jobs: [UnownedJob] = []

        /// The loop's thread alone runs the jobs.
        func checkIsolated() { EventLoop.panel.checkIsolated() }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            PanelActor.assumeIsolated { jobs.append(job) }
        }
    }
}
