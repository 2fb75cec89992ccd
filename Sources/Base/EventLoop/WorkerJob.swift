/// A job of a ``Worker``: it lies on the loop, then on the worker's thread, then on the loop again.
///
/// The loop allocates the job with all that it captures, and releases it. A `Task` that the worker made, or captured
/// values that the worker released, would be freed by another thread than their own. `free(3)` of glibc then takes the
/// lock of the other thread's arena. The loop has a real-time priority and the worker has none, so the loop would wait
/// for milliseconds while other programs keep the worker from the processor.
///
/// The queues hold the job unmanaged, since a copy that a thread still holds could be the last. `Unmanaged` takes
/// classes alone, so this is no protocol.
class WorkerJob: @unchecked Sendable {
    /// Does the work, on the worker's thread.
    func run() {}

    /// Calls the completion.
    @PanelActor
    func complete() {}
}

/// A job whose result goes from the worker's thread to a completion on the loop. The queues' locks order the two
/// threads' uses of `result`.
final class ResultingJob<Value: Sendable>: WorkerJob, @unchecked Sendable {
    private let work: @Sendable () -> Value
    private let completion: @PanelActor (Value) -> Void
    private var result: Value?

    init(_ work: @escaping @Sendable () -> Value, then completion: @escaping @PanelActor (Value) -> Void) {
        self.work = work
        self.completion = completion
    }

    override func run() {
        result = work()
    }

    @PanelActor
    override func complete() {
        guard let result = result.take() else { return }
        completion(result)
    }
}
