/// A number outside the store that only grows. The store carries the same; one that falls behind it is an older one.
///
/// It is used by one thread at a time. A file beside the store tells that a file was put back, and not that the whole
/// disk was: for that the counter must lie elsewhere, as in a TPM.
public protocol RollbackCounter: Sendable {
    /// What people know it by: a path.
    var name: String { get }

    /// What it stands at; waits for the disk.
    func read() throws(StoreError) -> RollbackCount

    /// Brings it to `value`, from 0 to 2⁶¹, and makes it where it is missing; it is durable with the return.
    func write(_ value: Int64) throws(StoreError)
}

/// What a ``RollbackCounter`` was found at.
public enum RollbackCount: Sendable, Equatable {
    /// There is none.
    case missing
    /// There is one, which cannot be read.
    case damaged
    /// It stands at this number.
    case value(Int64)
}

extension RollbackCount {
    /// What the counter `name` tells of a store that has come to `generation`, `nil` where there is no store; `nil`
    /// where nothing is wrong with it.
    ///
    /// | store | counter missing | damaged | at 0 | at N |
    /// |---|---|---|---|---|
    /// | none | – | lost | – | lost |
    /// | at 0 | – | – | – | rolled back |
    /// | at G | rolled back | rolled back | – | rolled back where G < N |
    ///
    /// The counter is made before the first generation, so a store that has one had a counter: who can remove that can
    /// also put an older store back. A store at 0 is of a Holdfast without a lock, or has nobody in it. One that is
    /// ahead lost its power before it was counted.
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

/// How often the lock has been changed, in the store and in the counter outside it.
///
/// ```
///   counter made, at 0 ── BEGIN … generation N + 1, COMMIT, fsync ── counter N + 1, fsync ── completions
/// ```
/// The power may be cut between any two: the store is never behind the counter, nor without one.
struct Generation: Sendable {
    /// The store's.
    private(set) var value: Int64
    /// What the counter was brought to; `nil` where it must be made yet.
    private var counted: Int64?
    private let counter: (any RollbackCounter)?

    /// The generation of a store in which it is `value`, and whose counter stood at `count`.
    init(_ value: Int64, counter: (any RollbackCounter)?, at count: RollbackCount?) {
        self.value = value
        self.counter = counter
        if case .value(let number) = count { counted = number }
    }

    /// The counter has to be brought forward.
    var isAhead: Bool { counter != nil && counted.map { $0 < value } == true }

    /// What a transaction that changes the lock brings it to.
    var next: Int64 { value + 1 }

    /// Before such a transaction: makes the counter.
    mutating func makeCounter() throws(StoreError) {
        guard let counter, counted == nil else { return }
        try counter.write(value)
        counted = value
    }

    /// After it.
    mutating func advance() { value = next }

    /// Brings the counter forward to the store.
    mutating func count() throws(StoreError) {
        guard let counter, isAhead else { return }
        try counter.write(value)
        counted = value
    }
}
