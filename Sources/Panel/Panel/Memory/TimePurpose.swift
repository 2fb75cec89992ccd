/// The purpose of a control's stored time; the raw values are part of the store's permanent format.
public enum TimePurpose: String, Sendable, Hashable {
    /// `timer`: the rest of a timer that needed no PIN.
    case timer
    /// `timer`, started by a person with the rights of `required`.
    case timerOfRequired = "timer_required"
    /// `timer`, started by a person with the rights of `local`.
    case timerOfLocal = "timer_local"
    /// `max_time`: the time until a toggle turns itself off.
    case maxTime = "max_time"
}
