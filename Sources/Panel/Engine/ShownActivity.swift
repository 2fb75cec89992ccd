import LocalAPI
import MonotonicTime

/// A live activity that is shown, and whose it is (C29).
struct ShownActivity {
    var state: ActivityState
    let owner: HostCaller
    /// When it was first shown.
    let since: MonotonicInstant
}
