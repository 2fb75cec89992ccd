import EventLoop
import Synchronization

/// The writes that wait, and the connection that takes them; used by the loop's thread and the worker's.
///
/// Two locks: the loop takes the queue's alone, which nobody holds while the disk works.
final class StoreWriter: Sendable {
    /// Something to be written.
    enum Addition: Sendable {
        case change(StoreChange)
        case audit(AuditRecord)
    }

    /// What became of the writes of one transaction.
    struct Outcome: Sendable {
        var error: StoreError?
        /// Whether entries of the audit trail are durable with it.
        var hasAudit: Bool
        /// How many entries of the audit trail have gone for newer ones.
        var deletedAudit: Int64
        /// The number of the last request that was part of it, or of one before.
        var request: UInt64
    }

    /// What waits: it is written in one transaction.
    private struct Batch: Sendable {
        /// Also those of attempts that failed.
        var changes: [StoreChange.Key: StoreChange] = [:]
        var audit: [AuditRecord] = []
        /// The number of the last request in it; `nil` where it holds none but what failed before.
        var request: UInt64?

        var hasWrites: Bool { !changes.isEmpty || !audit.isEmpty }
    }

    private struct Queue {
        var batch = Batch()
        var outcomes: [Outcome] = []
        /// The number of the last request that was attempted.
        var lastRequest: UInt64 = 0
        /// A job of the worker is about to take what waits.
        var hasJob = false
    }

    private struct Database {
        let connection: Connection
        var generation: Generation
    }

    /// How many entries of the audit trail that could not be written wait for the next attempt.
    private static let waitingAudit = 256

    private let path: String
    private let auditBounds: AuditBounds
    private let queue = Mutex(Queue())
    /// `nil` once it is closed.
    private let database: Mutex<Database?>

    init(_ connection: sending Connection, generation: Generation, auditLimit: Int) {
        path = connection.path
        auditBounds = AuditBounds(controls: auditLimit)
        database = Mutex(Database(connection: connection, generation: generation))
    }

    /// Adds what is written in one transaction; returns whether a job must be given to the worker to write it.
    ///
    /// - Parameters:
    ///   - request: its number, which grows from call to call.
    ///   - isStalled: whether a write hangs: no more entries of the audit trail wait then than after one that failed.
    func add(_ additions: [Addition], request: UInt64, isStalled: Bool) -> Bool {
        queue.withLock { queue in
            for addition in additions {
                switch addition {
                case .change(let change): queue.batch.changes[change.key] = change
                case .audit(let record): queue.batch.audit.append(record)
                }
            }
            if isStalled { queue.batch.audit.removeFirst(max(0, queue.batch.audit.count - Self.waitingAudit)) }
            queue.batch.request = request
            defer { queue.hasJob = true }
            return !queue.hasJob
        }
    }

    /// Writes all that waits, in one transaction, and waits for it.
    func write() {
        database.withLock { database in
            // Taken with the connection in hand: what is taken later is written later.
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
                // Last of all: where it is told to be durable, an older store can be told from it.
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

    /// - Returns: how many entries of the audit trail have gone for newer ones.
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
            deletedAudit = try connection.appendAudit(batch.audit, bounds: auditBounds)
        }
        if isOfLock { database?.generation.advance() }
        return deletedAudit
    }

    /// Entries of the audit trail that have been written.
    func audit(after number: Int64, limit: Int) -> Result<[AuditRecord], StoreError> {
        read { connection throws(StoreError) in try connection.audit(after: number, limit: limit) }
    }

    /// The number of the entry of the audit trail after which to read; 0 where there is none.
    func auditNumber(before beginning: AuditBeginning) -> Result<Int64, StoreError> {
        read { connection throws(StoreError) in try connection.auditNumber(before: beginning) }
    }

    private func read<Value: Sendable>(
        _ body: (Connection) throws(StoreError) -> Value
    ) -> Result<Value, StoreError> {
        database.withLock { database in
            do throws(StoreError) {
                guard let connection = database?.connection else { throw .closed(path: path) }
                return .success(try body(connection))
            } catch { return .failure(error) }
        }
    }

    /// What has been attempted since the last call, in order.
    func takeOutcomes() -> [Outcome] {
        queue.withLock { queue in
            defer { queue.outcomes = [] }
            return queue.outcomes
        }
    }

    /// Forgets what waits and closes the connection; its log goes into the database, which then is one file.
    func close() {
        database.withLock { $0 = nil }
        queue.withLock { $0.batch = Batch() }
    }
}
