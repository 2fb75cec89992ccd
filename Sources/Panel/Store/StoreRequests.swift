import EventLoop
import MonotonicTime

/// The writes of a store that are under way, as the loop sees them: whom to tell what came of each, and by when.
@PanelActor
final class StoreRequests {
    /// Additions that are written in one transaction, and the completions to call with its result.
    struct Collection {
        var additions: [StoreWriter.Addition] = []
        var completions: [PanelStore.Completion] = []

        var isEmpty: Bool { additions.isEmpty && completions.isEmpty }
    }

    private struct Request {
        let number: UInt64
        let deadline: MonotonicInstant
        let completions: [PanelStore.Completion]
    }

    var failed: (@PanelActor (StoreError) -> Void)?
    var recovered: (@PanelActor () -> Void)?
    var auditWritten: (@PanelActor () -> Void)?
    private(set) var failure: StoreError?
    private(set) var deletedAudit: Int64 = 0

    /// The requests without an outcome yet, in the order of their numbers, and so of their deadlines.
    private var requests: ArraySlice<Request> = []
    private var lastNumber: UInt64 = 0
    /// The last request that has taken too long.
    private var lastLate: UInt64 = 0
    /// The last request whose outcome is known.
    private var lastDone: UInt64 = 0
    private let writer: StoreWriter
    private let path: String
    private let worker: any JobQueue
    private let scheduler: any Scheduler
    private var timer: PanelTimer?

    init(_ writer: StoreWriter, path: String, worker: any JobQueue, scheduler: any Scheduler) {
        self.writer = writer
        self.path = path
        self.worker = worker
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.giveUpLate() }
    }

    /// Whether a request that has taken too long is not done yet.
    var isStalled: Bool { lastLate > lastDone }

    func add(_ collection: Collection) {
        lastNumber += 1
        requests.append(
            Request(
                number: lastNumber, deadline: scheduler.now.advanced(by: PanelStore.patience),
                completions: collection.completions))
        armTimer()
        guard writer.add(collection.additions, request: lastNumber, isStalled: isStalled) else { return }
        worker.perform { [writer] in
            writer.write()
        } then: { [self] in
            report()
        }
    }

    /// Tells what became of writes since it was last asked; one of `finish` may have been before the worker's.
    private func report() {
        // The timer fires later where something has held up the loop.
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
        guard let last = requests.last(where: { $0.deadline <= now }) else { return }
        let completions = takeCompletions { $0.deadline <= now }
        lastLate = last.number
        let error = StoreError.stalled(path: path, limit: PanelStore.patience)
        if failure != error {
            failure = error
            failed?(error)
        }
        for completion in completions { completion(error) }
    }

    /// Takes the first requests, for which `isOver` holds, out of those that wait.
    private func takeCompletions(_ isOver: (Request) -> Bool) -> [PanelStore.Completion] {
        let over = requests.prefix(while: isOver)
        requests = requests.dropFirst(over.count)
        armTimer()
        return over.flatMap(\.completions)
    }

    private func armTimer() { timer?.arm(at: requests.first?.deadline) }

    /// Waits until `work` is done after all that was added, for as long as a write has at most.
    ///
    /// The disk can keep a thread for ever, even against `SIGKILL`: it is the worker's, never the loop's.
    ///
    /// - Throws: why not all is durable.
    func finish(_ work: @escaping @Sendable () -> Void) throws(StoreError) {
        worker.perform(work) { [self] in report() }
        let isDone = worker.finish(within: PanelStore.patience)
        report()
        guard isDone else { throw .stalled(path: path, limit: PanelStore.patience) }
        if let failure { throw failure }
    }

    /// Gives up nothing any more, however late it is.
    func stop() { timer?.cancel() }
}
