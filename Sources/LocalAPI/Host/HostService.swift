import EventLoop

/// What the core does for extensions, and for programs beside them; each for the kinds that are the caller's own.
@PanelActor
public protocol HostService: AnyObject {
    /// Reloads all placements of a kind, or of all kinds of the caller (C42 b).
    ///
    /// - Returns: `false` where the kind is not the caller's.
    func reload(kind: String?, for caller: HostCaller) -> Bool

    /// The caller's placed controls (C46).
    func currentControls(for caller: HostCaller) -> [PlacedControl]

    /// Asks people to confirm what a performance is about to do (C24).
    ///
    /// - Parameters:
    ///   - performance: The name that the performance was asked for with.
    ///   - completion: Is called once, with `false` where people declined, did not answer in 10 s, or nothing of that
    ///     name performs.
    /// - Returns: The question, to take back.
    func confirm(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> any ExtensionCall

    /// Shows an activity, or changes one (C29).
    ///
    /// - Returns: `false` where there are too many already, or it is another caller's.
    func show(_ activity: ActivityState, for caller: HostCaller) -> Bool

    /// Ends an activity. One that there is not has ended.
    func endActivity(id: String, for caller: HostCaller)
}

/// Who asks the host for something.
public enum HostCaller: Sendable, Hashable {
    /// An extension that is hosted in the core's own process, by its name in the panel's file.
    case hosted(String)
    /// A process of this user, over the socket.
    case user(UInt32)
}
