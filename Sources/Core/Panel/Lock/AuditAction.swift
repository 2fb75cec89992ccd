/// An audited action, done or attempted; the raw value is stored in the audit trail.
public enum AuditAction: String, Sendable, Hashable, CaseIterable {
    /// Unlocked a surface.
    case unlock
    /// Locked a surface.
    case lock
    /// Typed so many wrong PINs that the source takes none for a while.
    case lockout
    /// Performed a guarded control, or an intent by name.
    case perform
    /// Gave a person a PIN.
    case enrol
    /// Took a person's PIN away.
    case remove
    /// Ended the lockouts early.
    case endLockout = "end-lockout"
    /// Wrote people and the device's key to a backup.
    case backUp = "back-up"
    /// Replaced all people by those of a backup.
    case restore
    /// Changed a place of the layout.
    case arrange
    /// Made a recovery code.
    case makeRecoveryCode = "make-recovery-code"

    /// Whether the action concerns the lock or people, rather than controls. The trail keeps a separate share for these
    /// entries.
    var isOfLock: Bool {
        switch self {
        case .unlock, .lock, .lockout, .enrol, .remove, .endLockout, .backUp, .restore, .makeRecoveryCode: true
        case .perform, .arrange: false
        }
    }
}

/// The outcome of an audited action; the raw value is stored in the audit trail.
public enum AuditOutcome: String, Sendable, Hashable, CaseIterable {
    /// The action is allowed, and about to be tried. The entry with the outcome replaces this one.
    case asked
    /// Another person than the requester answered the question of the action, which goes on.
    case confirmed
    /// The action succeeded.
    case done
    /// The action was tried and failed.
    case failed
    /// The action was not tried.
    case refused
    /// A held control waits for a PIN. Its performance has an entry of its own.
    case waiting
    /// The PIN or the code was wrong.
    case wrong
    /// A lockout began.
    case began
    /// A lockout expired.
    case ended

    /// Whether a person without any rights can cause this outcome as often as they like.
    var isRefusal: Bool {
        switch self {
        case .refused, .waiting, .wrong: true
        case .asked, .confirmed, .done, .failed, .began, .ended: false
        }
    }
}
