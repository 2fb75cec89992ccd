import Authentication
import EventLoop

/// The clocks of the lock.
@PanelActor
public protocol LockClock: AnyObject {
    /// `CLOCK_BOOTTIME`, which also runs while the machine sleeps. Lockouts and automatic locking are measured on it.
    var boottime: BoottimeInstant { get }

    /// The wall clock at the panel's location, for guests with limited hours; `nil` if the clock shows an implausible
    /// year.
    var local: LocalMoment? { get }
}
