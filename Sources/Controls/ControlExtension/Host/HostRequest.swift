import Controls
import LocalAPI

/// What a process asks of the panel that it belongs to, by the methods of `io.holdfast.Host`.
package enum HostRequest: Sendable, Hashable {
    /// Reload the placements of a kind; `nil`: of all kinds of the caller (C42).
    case reload(kind: String?)
    /// Where the caller's controls are placed (C46).
    case currentControls
    /// Ask people to confirm what a performance is about to do (C24).
    case confirm(performance: String, dialog: String?)
    /// Show an activity, or change one (C29).
    case showActivity(LocalAPI.ActivityState)
    /// End an activity.
    case endActivity(id: String)
}

/// What a panel answers.
package enum HostAnswer: Sendable, Hashable {
    /// It is done.
    case done
    /// The placements that were asked for.
    case placements([PlacedControl])
    /// Whether people confirmed.
    case confirmed(Bool)
}

/// A request that has not been answered yet.
package struct HostCall: Sendable {
    /// Takes the request back: it fails as cancelled, unless it has been answered.
    package let cancel: @Sendable () -> Void

    /// A request that `cancel` takes back.
    package init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }
}
