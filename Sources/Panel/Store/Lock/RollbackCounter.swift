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
