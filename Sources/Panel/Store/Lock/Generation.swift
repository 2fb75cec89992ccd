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
