/// What people should be told, though the lock works.
public enum AuthenticationNotice: Sendable, Equatable {
    /// Secret memory could not be locked: it may be swapped out. `code` is the `errno` of `mlock(2)`.
    case memoryNotLocked(code: Int32)
    /// What the store says of a source's lockout cannot be; it counts as the longest.
    case damagedLockout(AttemptSource)
}
