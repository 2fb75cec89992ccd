import EventLoop
import LocalAPI
import MonotonicTime

/// A shown live activity with its owner (C29).
struct ShownActivity {
    var state: ActivityState
    let owner: HostCaller
    /// Whether the activity reveals the state of a private control.
    let isPrivate: Bool
    /// When the activity was first shown.
    let since: MonotonicInstant
    /// When the activity was last reported.
    var told: MonotonicInstant
    /// Fires when the next change may be reported.
    var news: PanelTimer?
}
