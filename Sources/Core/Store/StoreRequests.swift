import EventLoop
import MonotonicTime

/// A store's pending writes, as the loop sees them: the completions and the deadline of each.
@PanelActor
final class StoreRequests {
    /// Additions for one transaction, and the completions for its result.
    struct Collection {
        var additions: [StoreWriter.Addition] = []
        var completions: [PanelStore.Completion] = []

        var isEmpty: Bool { additions.isEmpty && completions.isEmpty }
    }

    private struct Request {
        let number: UInt64
        /// `nil` for a store in memory, whose writes wait for no disk.
        let deadline: MonotonicInstant?
        let completions: [PanelStore.Completion]

        func isLate(at now: MonotonicInstant) -> Bool { deadline.map { $0 <= now } ?? false }
    }

    var failed: (@PanelActor (StoreError) -> Void)?
    var recovered: (@PanelActor () -> Void)?
    var auditWritten: (@PanelActor () -> Void)?
    private(set) var failure: StoreError?
    private(set) var deletedAudit: Int64 = 0

    /// The requests without an outcome, in the order of their numbers, which is the order of their deadlines. A slice of
    /// an array would keep the completions of earlier requests, and with them a PIN.
    private var requests: [Request] = []
    private var lastNumber: UInt64 = 0
    /// The number of the last request that missed its deadline.
    private var lastLate: UInt64 = 0
    /// The number of the last request with an outcome.
    private var lastDone: UInt64 = 0
    private let writer: StoreWriter
    private let worker: any JobQueue
    private let scheduler: any Scheduler
    private var timer: PanelTimer?

    init(_ writer: StoreWriter, worker: any JobQueue, scheduler: any Scheduler) {
        self.writer = writer
        self.worker = worker
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.giveUpLate() }
    }

    /// Whether a request has missed its deadline and has no outcome yet.
    var isStalled: Bool { lastLate > lastDone }

    func add(_ collection: Collection) {
        lastNumber += 1
        requests.append(
            Request(
                number: lastNumber,
                deadline: writer.isInMemory ? nil : scheduler.now.advanced(by: PanelStore.patience),
                completions: collection.completions))
        armTimer()
        guard writer.add(collection.additions, request: lastNumber, isStalled: isStalled) else { return }
        worker.perform { [writer] in
            writer.write()
        } then: { [self] in
            report()
        }
    }

    /// Reports the outcomes of writes since the last call. The report of `finish` may come before the worker's.
    private func report() {
        // The timer is late if the loop was busy.
        giveUpLate()
        for outcome in writer.takeOutcomes() {
            lastDone = max(lastDone, outcome.request)
            deletedAudit += outcome.deletedAudit
            let completions = takeCompletions { $0.number <= outcome.request }
            let before = failure
            failure = outcome.error
            if let error = outcome.error {
                if error != before { failed?(error) }
            } else if before != nil {
                recovered?()
            }
            if outcome.hasAudit { auditWritten?() }
            for completion in completions { completion(outcome.error) }
        }
    }

    private func giveUpLate() {
        let now = scheduler.now
        guard let last = requests.last(where: { $0.isLate(at: now) }) else { return }
        let completions = takeCompletions { $0.isLate(at: now) }
        lastLate = last.number
        let error = StoreError.stalled(path: writer.path, limit: PanelStore.patience)
        if failure != error {
            failure = error
            failed?(error)
        }
        for completion in completions { completion(error) }
    }

    /// Removes the leading requests for which `isOver` holds; returns their completions.
    private func takeCompletions(_ isOver: (Request) -> Bool) -> [PanelStore.Completion] {
        let count = requests.prefix(while: isOver).count
        let completions = requests.prefix(count).flatMap(\.completions)
        requests.removeFirst(count)
        armTimer()
        return completions
    }

    private func armTimer() { timer?.arm(at: requests.first?.deadline) }

    /// Runs `work` on the worker after all added writes, and waits up to the time limit of a write.
    ///
    /// The disk can block a thread forever, even against `SIGKILL`: only the worker's thread waits for the disk, never
    /// the loop's.
    ///
    /// - Throws: the reason why some changes are not durable.
    func finish(_ work: @escaping @Sendable () -> Void) throws(StoreError) {
        worker.perform(work) { [self] in report() }
        let isDone = worker.finish(within: PanelStore.patience)
        report()
        guard isDone else { throw .stalled(path: writer.path, limit: PanelStore.patience) }
        if let failure { throw failure }
    }

    /// Stops the timer: later requests no longer time out.
    func stop() { timer?.cancel() }
}
