import EventLoop

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
