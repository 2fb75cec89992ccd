import EventLoop

/// The wall clock where the panel is, for what goes by the hours of the day.
@PanelActor
public protocol LocalClock: AnyObject {
    /// Milliseconds since 1970; `nil` while nothing keeps the clock right.
    var milliseconds: Int64? { get }

    /// How many seconds local time is ahead of UTC at a moment, in seconds since 1970.
    func offset(at seconds: Int64) -> Int

    /// Called when the clock has been set, or counts as right from now on.
    var changed: (@PanelActor () -> Void)? { get set }
}
