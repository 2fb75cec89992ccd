import EventLoop

/// The core's services for extensions, and for programs beside them. Each caller reaches only its own kinds.
@PanelActor
public protocol HostService: AnyObject {
    /// Reloads all placements of a kind, or of all kinds of the caller (C42).
    ///
    /// - Returns: `false` if the kind belongs to another caller.
    func reload(kind: String?, for caller: HostCaller) -> Bool

    /// Shows these values of placements of a kind, which the panel then does not ask for.
    ///
    /// - Returns: `false` if the kind belongs to another caller.
    func update(kind: String, to values: [PlacedValue], for caller: HostCaller) -> Bool

    /// The caller's placed controls (C46).
    func currentControls(for caller: HostCaller) -> [PlacedControl]

    /// Asks people to confirm the action that a performance is about to take (C24).
    ///
    /// - Parameters:
    ///   - performance: The name in the `PerformRequest`.
    ///   - completion: Called once. Gets `false` if people declined, did not answer within 10 s, or no performance of
    ///     this name runs.
    /// - Returns: The question, which the caller can cancel.
    func confirm(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> any ExtensionCall

    /// Shows how much of a performance is done, until it ends.
    ///
    /// - Parameters:
    ///   - performance: The name in the `PerformRequest`. An unknown one has no effect.
    ///   - completed: The part that is done, from 0 to 1.
    func progress(of performance: String, _ completed: Double)

    /// Shows an activity, or updates a shown one (C29).
    ///
    /// - Returns: `false` if the caller has too many activities, or the activity belongs to another caller.
    func show(_ activity: ActivityState, for caller: HostCaller) -> Bool

    /// Takes what keeps one of the caller's extensions from working well, for people; `nil` for nothing.
    func report(_ problem: String?, of name: String, for caller: HostCaller)

    /// Ends an activity. An unknown activity counts as ended.
    func endActivity(id: String, for caller: HostCaller)
}

/// The caller of a `HostService`.
public enum HostCaller: Sendable, Hashable {
    /// An extension hosted in the core's own process, by its name in the panel's file.
    case hosted(String)
    /// A process of this user, connected over the socket.
    case user(UInt32)
}
