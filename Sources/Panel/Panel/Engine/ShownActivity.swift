import EventLoop
import LocalAPI
import MonotonicTime

/// A live activity that is shown, and whose it is (C29).
struct ShownActivity {
    var state: ActivityState
    let owner: HostCaller
    /// Whether it tells the state of a control that is private.
    let isPrivate: Bool
    /// When it was first shown.
    let since: MonotonicInstant
    /// When it was last told of.
    var told: MonotonicInstant
    /// Tells of what has changed since.
    var news: PanelTimer?
}
