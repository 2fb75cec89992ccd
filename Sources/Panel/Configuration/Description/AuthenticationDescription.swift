/// How a panel is locked and unlocked.
public struct AuthenticationDescription: Sendable, Hashable {
    /// After how long without a key or a hold the panel locks itself, 5 s to 1 h.
    public var autoLock: Duration
    /// How many digits a PIN has at least, 4 to 12.
    public var minimumDigits: Int
    /// How long a held control waits for a PIN (A2), 5 s to 1 min.
    public var pending: Duration
    /// Where the file has something to say of it.
    public var position: SourcePosition?

    /// The rules of the lock; each has a default.
    public init(
        autoLock: Duration = .seconds(30), minimumDigits: Int = 6, pending: Duration = .seconds(15),
        position: SourcePosition? = nil
    ) {
        self.autoLock = autoLock
        self.minimumDigits = minimumDigits
        self.pending = pending
        self.position = position
    }
}
