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

    /// How much is left until the end that is kept under this name; `nil` where none is.
    func remaining(of name: String) -> RemainingTime?

    /// Keeps that something ends in so long; `nil`: that it does not.
    func setRemaining(_ remaining: Duration?, of name: String)
}

/// How much is left of a time that may have begun before a restart or a power cut.
public struct RemainingTime: Sendable, Hashable {
    /// What is left; zero where the end has passed.
    public var duration: Duration
    /// Whether the time without power is counted: not where no clock went on that can be trusted.
    public var isCertain: Bool

    /// A remaining time of its parts.
    public init(_ duration: Duration, isCertain: Bool) {
        self.duration = duration
        self.isCertain = isCertain
    }
}
