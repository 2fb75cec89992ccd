/// What a control's time that is kept is for; as it stands in stores, for good.
public enum TimePurpose: String, Sendable, Hashable {
    /// `timer`: how long a timer goes on that anybody could begin.
    case timer
    /// The same, where the person who began the timer could perform what is `required`.
    case timerOfRequired = "timer_required"
    /// The same, where that person could perform what is `local`.
    case timerOfLocal = "timer_local"
    /// `max_time`: when a toggle turns itself off.
    case maxTime = "max_time"
}
