/// What is counted of the wrong PINs from one source, and by when that goes on.
public struct StoredLockout: Sendable, Equatable {
    /// Failures in a row, from 0 to 1,000,000.
    public let row: Int
    /// How much of the source's bucket is used up, from 0 to 1,000,000.
    public let used: Int
    /// The kernel's name for the boot by whose clock the moments below are; at most 256 bytes.
    public let bootID: String
    /// The last failure, in nanoseconds of that boot's `CLOCK_BOOTTIME`; at least 0.
    public let lastFailure: Int64
    /// From when on the bucket is refilled, by the same clock; at least 0.
    public let regainsFrom: Int64

    /// What is counted at a moment; each is kept within its range.
    public init(row: Int, used: Int, bootID: String, lastFailure: Int64, regainsFrom: Int64) {
        self.row = StoreLimit.count(row)
        self.used = StoreLimit.count(used)
        self.bootID = StoreLimit.cut(bootID, to: StoreLimit.name)
        self.lastFailure = max(lastFailure, 0)
        self.regainsFrom = max(regainsFrom, 0)
    }
}
