/// What a control's time that is kept is for; as it stands in stores, for good.
public enum TimePurpose: String, Sendable, Hashable {
    /// `timer`: how long a timer goes on.
    case timer
    /// `max_time`: when a toggle turns itself off.
    case maxTime = "max_time"
}
