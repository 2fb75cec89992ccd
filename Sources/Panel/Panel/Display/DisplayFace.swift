import Indicators
import MonotonicTime

/// What the lock has to say on text displays.
struct DisplayFace: Sendable, Hashable {
    /// Whether the panel is locked.
    var state = DisplayContent.LockState.none
    /// Where a PIN is asked for.
    var prompt: DisplayContent.Prompt?
    /// Until when no PIN is taken.
    var lockoutEnds: MonotonicInstant?
}
