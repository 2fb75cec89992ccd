/// A lockout as the store keeps it: without times, since its clock ends with the boot.
public struct StoredLockout: Sendable, Equatable {
    /// Wrong PINs since the last right one.
    public var failuresInRow: Int64
    /// Wrong PINs that are left before a wait, whatever is right meanwhile.
    public var attemptsLeft: Int64
    /// The wait for the last wrong PIN in the row is over: a restart does not begin it anew.
    public var isDelayOver: Bool

    /// What a store says, whatever that be.
    public init(failuresInRow: Int64, attemptsLeft: Int64, isDelayOver: Bool) {
        self.failuresInRow = failuresInRow
        self.attemptsLeft = attemptsLeft
        self.isDelayOver = isDelayOver
    }
}
