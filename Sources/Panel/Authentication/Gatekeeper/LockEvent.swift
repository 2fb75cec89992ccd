/// What happened to the lock without being the answer to a call.
public enum LockEvent: Sendable, Equatable {
    /// A surface is locked again.
    case locked(Surface)
    /// Keys of a source are evaluated again.
    case lockoutEnded(AttemptSource)
}
