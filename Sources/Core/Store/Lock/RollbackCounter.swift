/// A number outside the store that only grows. The store holds the same number; a store with a lower number is
/// outdated.
///
/// One thread at a time uses a counter. A counter file beside the store detects that the store's file alone was
/// replaced by an older one. To detect an older image of the whole disk, the counter must be elsewhere, as in a TPM.
public protocol RollbackCounter: Sendable {
    /// The name in messages to users: a path.
    var name: String { get }

    /// Reads the number; waits for the disk.
    func read() throws(StoreError) -> RollbackCount

    /// Sets the counter to `value`, from 0 to 2⁶¹, and creates a missing counter. The value is durable on return.
    func write(_ value: Int64) throws(StoreError)
}

/// The state in which a ``RollbackCounter`` was read.
public enum RollbackCount: Sendable, Equatable {
    /// The counter does not exist.
    case missing
    /// The counter exists, but its number cannot be read.
    case damaged
    /// The counter has this number.
    case value(Int64)
}

extension RollbackCount {
    /// The fault that the counter `name` proves of a store at `generation`; `nil` where there is no fault. A
    /// `generation` of `nil` means that there is no store.
    ///
    /// | store | counter missing | damaged | at 0 | at N |
    /// |---|---|---|---|---|
    /// | none | – | lost | – | lost |
    /// | at 0 | – | – | – | rolled back |
    /// | at G | rolled back | rolled back | – | rolled back where G < N |
    ///
    /// The counter is created before the first generation, so every store beyond generation 0 had a counter. An
    /// attacker who can remove the counter can also put back an older store, so a missing counter counts as a rollback.
    /// A store at generation 0 comes from a Holdfast without a lock, or has no people. A store ahead of its counter
    /// lost power between the commit and the counter's update.
    func verdict(onGeneration generation: Int64?, counter name: String) -> LockState? {
        switch (self, generation) {
        case (.missing, nil), (.missing, 0), (.damaged, 0):
            nil
        case (.damaged, nil):
            .lost(reason: "it is gone, and \(name) is damaged")
        case (.value(let value), nil):
            value > 0 ? .lost(reason: "it is gone, and \(name) has counted \(value) changes of the lock") : nil
        case (.value(let value), let generation?):
            generation < value
                ? .rolledBack(reason: "it knows \(generation) changes of the lock; \(name) has counted \(value)") : nil
        case (.missing, .some):
            .rolledBack(reason: "\(name) is gone, without which an older store cannot be told from the last")
        case (.damaged, .some):
            .rolledBack(reason: "\(name) is damaged, without which an older store cannot be told from the last")
        }
    }
}

/// The number of changes of the lock, in the store and in the counter outside the store.
///
/// ```
///   counter made, at 0 ── BEGIN … generation N + 1, COMMIT, fsync ── counter N + 1, fsync ── completions
/// ```
/// Wherever the power is cut, the store is never behind the counter and never without a counter.
struct Generation: Sendable {
    /// The generation in the store.
    private(set) var value: Int64
    /// The counter's last written number; `nil` where the counter does not exist yet.
    private var counted: Int64?
    private let counter: (any RollbackCounter)?

    /// The generation of a store at `value`, whose counter was read as `count`.
    init(_ value: Int64, counter: (any RollbackCounter)?, at count: RollbackCount?) {
        self.value = value
        self.counter = counter
        if case .value(let number) = count { counted = number }
    }

    /// The counter is behind the store and must be updated.
    var isAhead: Bool { counter != nil && counted.map { $0 < value } == true }

    /// The generation after the next transaction that changes the lock.
    var next: Int64 { value + 1 }

    /// Creates a missing counter. The caller does so before a transaction that changes the lock.
    mutating func makeCounter() throws(StoreError) {
        guard let counter, counted == nil else { return }
        try counter.write(value)
        counted = value
    }

    /// Counts a committed transaction that changed the lock.
    mutating func advance() { value = next }

    /// Sets the counter to the store's generation.
    mutating func count() throws(StoreError) {
        guard let counter, isAhead else { return }
        try counter.write(value)
        counted = value
    }
}
