import Authentication
import EventLoop

/// The clocks that the lock goes by.
@PanelActor
public protocol LockClock: AnyObject {
    /// `CLOCK_BOOTTIME`: how long people have to wait is counted on it, also while the machine sleeps.
    var boottime: BoottimeInstant { get }

    /// The wall clock where the panel is, for guests who may come at certain hours; `nil` where it shows no year that anybody
    /// lives in.
    var local: LocalMoment? { get }
}
