import EventLoop

/// The wall clock at the panel's location, for functions that depend on the time of day.
@PanelActor
public protocol LocalClock: AnyObject {
    /// The time in milliseconds since 1970; `nil` while the clock is not synchronized or trusted.
    var milliseconds: Int64? { get }

    /// The seconds by which local time is ahead of UTC at `seconds` since 1970.
    func offset(at seconds: Int64) -> Int

    /// Called when the clock has been set or becomes trusted.
    var changed: (@PanelActor () -> Void)? { get set }
}
