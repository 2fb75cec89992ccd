import EventLoop
import Synchronization

/// The writes that wait, and the connection that takes them; used by the loop's thread and the worker's.
///
/// Two locks: the loop takes the queue's alone, which nobody holds while the disk works.
final class StoreWriter: Sendable {
    /// Is called once: with `nil` when the write is durable, with the error where the attempt at it failed.
    typealias Completion = @PanelActor (StoreError?) -> Void

    /// What became of the writes of one transaction.
    struct Outcome: Sendable {
        var error: StoreError?
        var completions: [Completion]
    }

    private struct Queue {
        /// Those that wait, also from attempts that failed.
        var changes: [StoreChange.Key: StoreChange] = [:]
        var completions: [Completion] = []
        var outcomes: [Outcome] = []
        /// A job of the worker is about to take what waits.
        var hasJob = false
    }

    private let path: String
    private let queue = Mutex(Queue())
    /// `nil` once it is closed.
    private let connection: Mutex<Connection?>

    init(_ connection: sending Connection) {
        path = connection.path
        self.connection = Mutex(connection)
    }

    /// Adds a change, or only a completion of those before; returns whether a job must be given to the worker to write
    /// it.
    func add(_ change: StoreChange?, completion: Completion?) -> Bool {
        queue.withLock { queue in
            if let change { queue.changes[change.key] = change }
            if let completion { queue.completions.append(completion) }
            defer { queue.hasJob = true }
            return !queue.hasJob
        }
    }

    /// Writes all that waits, in one transaction, and waits for it.
    func write() {
        connection.withLock { connection in
            // Taken with the connection in hand: what is taken later is written later.
            let (changes, completions) = queue.withLock { queue in
                defer {
                    queue.changes = [:]
                    queue.completions = []
                    queue.hasJob = false
                }
                return (queue.changes, queue.completions)
            }
            guard !changes.isEmpty || !completions.isEmpty else { return }
            let error = Self.write(changes, to: connection, path: path)
            let mustKeep = error != nil && connection != nil
            queue.withLock { queue in
                if mustKeep { queue.changes.merge(changes) { newer, _ in newer } }
                queue.outcomes.append(Outcome(error: error, completions: completions))
            }
        }
    }

    private static func write(
        _ changes: [StoreChange.Key: StoreChange], to connection: Connection?, path: String
    ) -> StoreError? {
        guard let connection else { return .closed(path: path) }
        if changes.isEmpty { return nil }
        do throws(StoreError) {
            try connection.checkPlace()
            try connection.transaction { () throws(StoreError) in
                for change in changes.values { try change.write(to: connection) }
            }
            return nil
        } catch { return error }
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
        connection.withLock { $0 = nil }
        queue.withLock { $0.changes = [:] }
    }
}
