/// Why a memory cannot be read or written.
public struct LockMemoryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What and where, in one line; nothing secret.
    public let reason: String
    /// What was kept of people is gone for good, and the memory works: enrolling somebody anew makes up for it.
    public let isLoss: Bool
    /// The memory has not made the change durable in time, and may do so later.
    public let isLate: Bool

    public var description: String { reason }

    /// An error of this reason.
    public init(reason: String, isLoss: Bool = false, isLate: Bool = false) {
        self.reason = reason
        self.isLoss = isLoss
        self.isLate = isLate
    }
}
