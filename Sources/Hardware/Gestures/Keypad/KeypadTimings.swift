import MonotonicTime

/// The timing of a matrix keypad's scans, and the thresholds for its contacts' faults.
public struct KeypadTimings: Sendable, Hashable {
    /// The time that the rows take to follow a column: the pull-up's resistance times the wires' capacitance. 50 kΩ,
    /// as in a Raspberry Pi, and 500 pF, as of some metres of cable, are 25 µs; twice that is enough. With too short
    /// a time, a key shows in the next column as well.
    public var settle: Duration = .microseconds(50)
    /// The time between the starts of two scans while a key is down. At least the contacts' bounce, so that two scans
    /// in a row do not both meet the bounce of one press.
    public var interval: Duration = .milliseconds(5)
    /// The time between the starts of two scans while only faulty contacts, or noise, are visible.
    public var slowInterval: Duration = .milliseconds(50)
    /// The time for which all scans must show a key open until it counts as released.
    public var release: Duration = .milliseconds(20)
    /// The time from which a closed contact is stuck.
    public var stuck: Duration = .seconds(60)
    /// The time after which an open contact leaves quarantine.
    public var cure: Duration = .seconds(1)
    /// The rate of a contact's changes per second, as seen by scans, above which it chatters; a fast typist makes 20.
    public var stormRate: Int = 50
    /// The time for which `stormRate` must be exceeded until the contact is quarantined.
    public var stormDuration: Duration = .seconds(1)

    /// The timings that suit a membrane keypad on a metre of cable.
    public static let usual = KeypadTimings()

    /// The timings within sensible ranges: none negative, a pause between scans of 1 ms to 1 s, and `stuck` not
    /// shorter than the time after which a press counts.
    var ordered: KeypadTimings {
        var result = self
        result.settle = max(settle, .zero)
        result.interval = min(max(interval, .milliseconds(1)), .seconds(1))
        result.slowInterval = min(max(slowInterval, result.interval), .seconds(10))
        result.release = max(release, .zero)
        result.stuck = max(stuck, result.interval)
        result.cure = max(cure, .zero)
        result.stormDuration = max(stormDuration, .zero)
        return result
    }
}
