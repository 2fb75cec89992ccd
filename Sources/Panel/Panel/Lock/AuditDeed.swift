/// What somebody did, or tried to; the trail has the raw value.
public enum AuditDeed: String, Sendable, Hashable, CaseIterable {
    /// Unlocked a surface.
    case unlock
    /// Locked a surface.
    case lock
    /// Typed wrong PINs until none are taken for a time, at a source.
    case lockout
    /// Performed a guarded control, or an intent by its name.
    case perform
    /// Gave somebody a PIN.
    case enrol
    /// Took somebody's PIN away.
    case remove
    /// Ended the lockouts before their time.
    case endLockout = "end-lockout"
    /// Wrote people and the device's key into a backup.
    case backUp = "back-up"
    /// Took people from a backup, in place of those there were.
    case restore
    /// Changed what is at a place of the layout.
    case arrange
    /// Made a recovery code.
    case makeRecoveryCode = "make-recovery-code"

    /// Whether it is about the lock or people, whatever is done with controls.
    var isOfLock: Bool {
        switch self {
        case .unlock, .lock, .lockout, .enrol, .remove, .endLockout, .backUp, .restore, .makeRecoveryCode: true
        case .perform, .arrange: false
        }
    }
}

/// What came of it; the trail has the raw value.
public enum AuditOutcome: String, Sendable, Hashable, CaseIterable {
    /// It was done.
    case done
    /// It was tried, and failed.
    case failed
    /// It was not tried.
    case refused
    /// The PIN or the code was wrong.
    case wrong
    /// A lockout began.
    case began
    /// A lockout is over by itself.
    case ended

    /// Whether anybody brings it about as often as they like, without any right to anything.
    var isRefusal: Bool {
        switch self {
        case .refused, .wrong: true
        case .done, .failed, .began, .ended: false
        }
    }
}
