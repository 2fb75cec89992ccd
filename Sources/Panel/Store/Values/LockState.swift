/// Whether what the store holds of the lock can be believed.
///
/// Only with `sound` may anybody be let in. A panel that finds another state stays locked, and with the last two shows
/// a fault until people have been enrolled anew and ``PanelStore/clearLockFault(completion:)`` was called.
public enum LockState: Sendable, Equatable {
    /// Nothing of the lock has been kept yet.
    case new
    /// What was kept is there.
    case sound
    /// What was kept is gone: the store was damaged, or removed.
    case lost(reason: String)
    /// An older store was put in place of the last, or it cannot be told whether one was.
    case rolledBack(reason: String)
}
