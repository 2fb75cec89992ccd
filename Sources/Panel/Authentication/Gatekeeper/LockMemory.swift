import EventLoop

/// Where people and lockouts are kept over restarts and power cuts.
@PanelActor
public protocol LockMemory: AnyObject {
    /// Is called once, on the loop, not inside the call: with `nil` when what was given is durable, with the error where
    /// it is not, or may not be.
    typealias SaveCompletion = @PanelActor (LockMemoryError?) -> Void

    /// Why nothing becomes durable in time now, which is never a loss; `nil` where it does, or is not known not to.
    var delay: LockMemoryError? { get }

    /// All that is kept, as it was before the first change.
    ///
    /// - Throws: it is damaged, older than it should be, or cannot be had: the panel stays locked. What is a loss
    ///   (`LockMemoryError.isLoss`) is thrown by the next panel too, until people have been kept anew.
    func load() throws(LockMemoryError) -> LockContents

    /// Keeps `credentials` in place of those before; `nil` forgets them. Of two calls the later one stays.
    ///
    /// With somebody in them they end a loss that `load` has told of, in the same write; without, that goes on.
    func save(_ credentials: Credentials?, completion: @escaping SaveCompletion)

    /// Keeps the lockout of `source` in place of the one before. Of two calls the later one stays.
    func save(_ lockout: StoredLockout, of source: AttemptSource, completion: @escaping SaveCompletion)
}

extension LockMemory {
    /// Nothing delays it.
    public var delay: LockMemoryError? { nil }
}

/// All that a `LockMemory` has.
public struct LockContents: Sendable, Equatable {
    /// `nil` where nobody has been enrolled yet.
    public var credentials: Credentials?
    /// Of the panel's own keypads; `nil` where it has never been counted.
    public var pad: StoredLockout?
    /// Of pages and the command line.
    public var remote: StoredLockout?

    /// What is kept.
    public init(credentials: Credentials? = nil, pad: StoredLockout? = nil, remote: StoredLockout? = nil) {
        self.credentials = credentials
        self.pad = pad
        self.remote = remote
    }
}

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

/// A memory that ends with the process, for simulations and tests.
@PanelActor
public final class VolatileLockMemory: LockMemory {
    /// What it has.
    public private(set) var contents: LockContents

    /// One that has `contents`.
    public nonisolated init(_ contents: LockContents = LockContents()) {
        self.contents = contents
    }

    public func load() -> LockContents { contents }

    public func save(_ credentials: Credentials?, completion: @escaping SaveCompletion) {
        contents.credentials = credentials
        Task { @PanelActor in completion(nil) }
    }

    public func save(_ lockout: StoredLockout, of source: AttemptSource, completion: @escaping SaveCompletion) {
        switch source {
        case .pad: contents.pad = lockout
        case .remote: contents.remote = lockout
        }
        Task { @PanelActor in completion(nil) }
    }
}
