import EventLoop
import Synchronization

/// The queue of waiting writes, and the connection that executes them. The loop's thread and the worker's thread both
/// use it.
///
/// There are two locks: the loop takes only the queue's lock, which is never held during disk access.
final class StoreWriter: Sendable {
    /// A change or an audit entry to be written.
    enum Addition: Sendable {
        case change(StoreChange)
        case audit(AuditAddition)
    }

    /// The result of one transaction.
    struct Outcome: Sendable {
        var error: StoreError?
        /// Whether the transaction made audit entries durable.
        var hasAudit: Bool
        /// The number of audit entries that newer entries have replaced.
        var deletedAudit: Int64
        /// The number of the last request in the transaction or in an earlier one.
        var request: UInt64
    }

    /// The waiting writes, for one transaction.
    private struct Batch: Sendable {
        /// The changes, including the changes of failed attempts.
        var changes: [StoreChange.Key: StoreChange] = [:]
        var audit: [AuditAddition] = []
        /// The number of the batch's last request; `nil` where the batch holds only writes that failed before.
        var request: UInt64?

        var hasWrites: Bool { !changes.isEmpty || !audit.isEmpty }
    }

    private struct Queue {
        var batch = Batch()
        var outcomes: [Outcome] = []
        /// The number of the last attempted request.
        var lastRequest: UInt64 = 0
        /// The worker has a job that will take the batch.
        var hasJob = false
    }

    private struct Database {
        let connection: Connection
        var generation: Generation
    }

    /// The maximum number of unwritten audit entries that wait for the next attempt.
    private static let waitingAudit = 256

    /// The path in errors.
    let path: String
    /// Whether the writes wait for no disk.
    let isInMemory: Bool
    private let auditBounds: AuditBounds
    private let queue = Mutex(Queue())
    /// The open database; `nil` after `close()`.
    private let database: Mutex<Database?>

    init(_ opened: sending OpenedDatabase) {
        path = opened.connection.path
        isInMemory = opened.isInMemory
        auditBounds = AuditBounds(controls: opened.auditLimit)
        database = Mutex(Database(connection: opened.connection, generation: opened.generation))
    }

    /// Adds writes for one transaction.
    ///
    /// - Parameters:
    ///   - request: The request's number, which grows from call to call.
    ///   - isStalled: Whether a write hangs; if so, audit entries are limited as after a failed write.
    /// - Returns: whether the caller must give the worker a job that calls `write()`.
    func add(_ additions: [Addition], request: UInt64, isStalled: Bool) -> Bool {
        queue.withLock { queue in
            for addition in additions {
                switch addition {
                case .change(let change): queue.batch.changes[change.key] = change
                case .audit(let addition): queue.batch.audit.append(addition)
                }
            }
            if isStalled { queue.batch.audit.removeFirst(max(0, queue.batch.audit.count - Self.waitingAudit)) }
            queue.batch.request = request
            defer { queue.hasJob = true }
            return !queue.hasJob
        }
    }

    /// Writes the batch in one transaction, and waits for the disk.
    func write() {
        database.withLock { database in
            // Take the batch while holding the database: batches are then written in the order in which they were
            // taken.
            let batch = queue.withLock { queue in
                defer {
                    queue.batch = Batch()
                    queue.hasJob = false
                }
                return queue.batch
            }
            let mustCount = database?.generation.isAhead == true
            guard batch.hasWrites || batch.request != nil || mustCount else { return }
            var isCommitted = false
            var deletedAudit: Int64 = 0
            var failure: StoreError?
            do throws(StoreError) {
                guard database != nil else { throw .closed(path: path) }
                deletedAudit = try commit(batch, to: &database)
                isCommitted = true
                // Count last: a write that is reported as durable has updated the counter, so an older store is
                // detectable.
                try database?.generation.count()
            } catch { failure = error }
            let mustKeep = !isCommitted && database != nil
            queue.withLock { queue in
                if mustKeep {
                    queue.batch.changes.merge(batch.changes) { newer, _ in newer }
                    queue.batch.audit = batch.audit.suffix(Self.waitingAudit) + queue.batch.audit
                }
                queue.lastRequest = batch.request ?? queue.lastRequest
                queue.outcomes.append(
                    Outcome(
                        error: failure, hasAudit: isCommitted && !batch.audit.isEmpty, deletedAudit: deletedAudit,
                        request: queue.lastRequest))
            }
        }
    }

    /// - Returns: the number of audit entries that newer entries have replaced.
    private func commit(_ batch: Batch, to database: inout Database?) throws(StoreError) -> Int64 {
        guard batch.hasWrites, let connection = database?.connection else { return 0 }
        try connection.checkPlace()
        let isOfLock = batch.changes.values.contains { $0.isOfLock }
        if isOfLock { try database?.generation.makeCounter() }
        let next = database?.generation.next
        var deletedAudit: Int64 = 0
        try connection.transaction { () throws(StoreError) in
            for change in batch.changes.values { try change.write(to: connection) }
            if isOfLock, let next { try connection.setGeneration(next) }
            deletedAudit = try AuditTable(connection: connection).append(batch.audit, bounds: auditBounds)
        }
        if isOfLock { database?.generation.advance() }
        return deletedAudit
    }

    /// Reads the audit trail; waits for the disk.
    func readAudit<Value: Sendable>(
        _ body: (AuditTable) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try database.withLock { database throws(StoreError) in
            guard let connection = database?.connection else { throw .closed(path: path) }
            return try body(AuditTable(connection: connection))
        }
    }

    /// Removes and returns the outcomes since the last call, in order.
    func takeOutcomes() -> [Outcome] {
        queue.withLock { queue in
            defer { queue.outcomes = [] }
            return queue.outcomes
        }
    }

    /// Discards the batch and closes the connection. Closing merges the log into the database, which leaves one file.
    func close() {
        database.withLock { $0 = nil }
        queue.withLock { $0.batch = Batch() }
    }
}
