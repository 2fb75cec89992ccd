import Indicators
import MonotonicTime

/// The lock's state as shown on text displays.
struct DisplayFace: Sendable, Hashable {
    /// Whether the panel is locked.
    var state = DisplayContent.LockState.none
    /// The prompt for a PIN; `nil` without a prompt.
    var prompt: DisplayContent.Prompt?
    /// The end of the pad's lockout; `nil` without a lockout.
    var lockoutEnds: MonotonicInstant?
}
