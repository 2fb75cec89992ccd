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
