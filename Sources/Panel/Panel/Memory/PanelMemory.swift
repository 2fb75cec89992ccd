import EventLoop

/// What a panel keeps over restarts and power cuts.
@PanelActor
public protocol PanelMemory: AnyObject {
    /// Seconds since 1970 by the wall clock, for people: nothing is decided by them.
    var wallClock: Double { get }

    /// Whether the toggle of this kind was left on; `nil` where it never was turned on or off.
    func isOn(_ kind: String) -> Bool?

    /// Keeps that the toggle of this kind is on, or off.
    func setOn(_ isOn: Bool, of kind: String)

    /// How much is left until the end that is kept for the control of this kind; `nil` where none is.
    ///
    /// A time that goes on though it is not known how long the power was away is counted from the first such question.
    func remaining(of kind: String, for purpose: TimePurpose) -> KeptTime?

    /// Called when a time that was uncertain has become certain: `remaining` answers anew.
    var becameCertain: (@PanelActor () -> Void)? { get set }

    /// Keeps that something ends in so long; `nil`: that it does not.
    func setRemaining(_ remaining: Duration?, of kind: String, for purpose: TimePurpose)
}
