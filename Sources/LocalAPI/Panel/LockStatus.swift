/// How a panel's lock is.
public struct LockStatus: Sendable, Hashable, Codable {
    /// Whether somebody has unlocked it at its own PIN pad.
    public var isUnlocked: Bool
    /// The control that was held and waits for a PIN, by its name.
    public var pending: String?
    /// For how long the pad takes no PINs, in seconds; `nil` where it does.
    public var lockout: Double?
    /// For how long none is taken from other programs, in seconds; `nil` where they are.
    public var remoteLockout: Double?

    /// A status of its parts.
    public init(isUnlocked: Bool, pending: String? = nil, lockout: Double? = nil, remoteLockout: Double? = nil) {
        self.isUnlocked = isUnlocked
        self.pending = pending
        self.lockout = lockout
        self.remoteLockout = remoteLockout
    }
}
