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
