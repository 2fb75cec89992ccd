/// What is counted of the wrong PINs from one source. It has no times: the clock that they are on ends with the boot.
public struct StoredLockout: Sendable, Equatable {
    /// Failures in a row, from 0 to 1,000,000.
    public let row: Int
    /// How much of the source's bucket is used up, from 0 to 1,000,000.
    public let used: Int
    /// The wait for the last failure of the row was not over.
    public let isWaiting: Bool

    /// What is counted; each number is kept within its range.
    public init(row: Int, used: Int, isWaiting: Bool) {
        self.row = StoreLimit.count(row)
        self.used = StoreLimit.count(used)
        self.isWaiting = isWaiting
    }
}
