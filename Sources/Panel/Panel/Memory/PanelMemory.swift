import EventLoop

/// Stores a panel's states across restarts and power cuts.
@PanelActor
public protocol PanelMemory: AnyObject {
    /// The wall clock's time in seconds since 1970, for display only.
    var wallClock: Double { get }

    /// Whether the toggle of this kind was left on; `nil` if it has no stored state.
    func isOn(_ kind: String) -> Bool?

    /// Stores the state of the toggle of this kind.
    func setOn(_ isOn: Bool, of kind: String)

    /// The time until the stored end for the control of this kind; `nil` if there is none.
    ///
    /// If the duration of a power cut is unknown, the first call after the cut restarts the count from the stored
    /// remaining time.
    func remaining(of kind: String, for purpose: TimePurpose) -> KeptTime?

    /// Called when an uncertain time has become certain: `remaining` returns new values.
    var becameCertain: (@PanelActor () -> Void)? { get set }

    /// Stores the remaining time until an end; `nil` deletes the stored end.
    func setRemaining(_ remaining: Duration?, of kind: String, for purpose: TimePurpose)
}
