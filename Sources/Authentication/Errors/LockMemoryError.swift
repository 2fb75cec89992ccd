/// Why a memory cannot be read or written.
public struct LockMemoryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What and where, in one line; nothing secret.
    public let reason: String

    public var description: String { reason }

    /// An error of this reason.
    public init(reason: String) {
        self.reason = reason
    }
}
