import EventLoop

/// The storage of people and lockouts across restarts and power cuts.
@PanelActor
public protocol LockMemory: AnyObject {
    /// Called once, on the loop, never within the call: with `nil` when the value is durable, or with the error when it
    /// is not, or may not be.
    typealias SaveCompletion = @PanelActor (LockMemoryError?) -> Void

    /// The reason why no write becomes durable in time at present, which is never a loss; `nil` where no delay is
    /// known.
    var delay: LockMemoryError? { get }

    /// Reads the stored contents, as they were before the first change.
    ///
    /// - Throws: `LockMemoryError` where the contents are damaged, outdated or unreadable; the panel then stays locked.
    ///   A loss (`LockMemoryError.isLoss`) persists across restarts, until people have been stored again.
    func load() throws(LockMemoryError) -> LockContents

    /// Stores `credentials` in place of the previous ones; `nil` removes them. The later of two calls wins.
    ///
    /// Credentials with people also end a loss that `load` has reported, in the same write. Credentials without people
    /// do not.
    func save(_ credentials: Credentials?, completion: @escaping SaveCompletion)

    /// Stores the lockout of `source` in place of the previous one. The later of two calls wins.
    func save(_ lockout: Lockout.Stored, of source: AttemptSource, completion: @escaping SaveCompletion)
}

extension LockMemory {
    public var delay: LockMemoryError? { nil }
}

/// The contents of a `LockMemory`.
public struct LockContents: Sendable, Equatable {
    /// The people; `nil` before the first enrolment.
    public var credentials: Credentials?
    /// The lockout of the panel's own keypads; `nil` before the first attempt.
    public var pad: Lockout.Stored?
    /// The lockout of pages and the command line; `nil` before the first attempt.
    public var remote: Lockout.Stored?

    /// Creates contents; the default is an empty memory.
    public init(credentials: Credentials? = nil, pad: Lockout.Stored? = nil, remote: Lockout.Stored? = nil) {
        self.credentials = credentials
        self.pad = pad
        self.remote = remote
    }
}

/// The reason why a memory cannot be read or written.
public struct LockMemoryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The failure and its place, in one line without secrets.
    public let reason: String
    /// The stored people are lost for good, and the memory works: enrolling people again ends the loss.
    public let isLoss: Bool
    /// The change was not durable in time, and may become durable later.
    public let isLate: Bool

    public var description: String { reason }

    /// Creates an error; by default it is neither a loss nor late.
    public init(reason: String, isLoss: Bool = false, isLate: Bool = false) {
        self.reason = reason
        self.isLoss = isLoss
        self.isLate = isLate
    }
}
