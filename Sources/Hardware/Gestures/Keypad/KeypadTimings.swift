import MonotonicTime

/// How a matrix keypad is scanned, and when its contacts are faulty.
public struct KeypadTimings: Sendable, Hashable {
    /// How long the rows take to follow a column: the pull-up's resistance times what the wires hold. 50 kΩ, as in a
    /// Raspberry Pi, and 500 pF, as of some metres of cable, are 25 µs; twice that is enough. With too short a time
    /// a key shows in the next column as well.
    public var settle: Duration
    /// From the beginning of a scan to that of the next while a key is down: at least the contacts' bounce, so that two
    /// scans in a row do not both meet the bounce of one press.
    public var interval: Duration
    /// The same while nothing but faulty contacts, or noise, is to be seen.
    public var slowInterval: Duration
    /// How long a key must have been open in every scan until it counts as released.
    public var release: Duration
    /// A contact closed for this long is stuck.
    public var stuck: Duration
    /// A quarantined contact that stays open for this long is cured.
    public var cure: Duration
    /// Changes of a contact per second, as far as scans see them, beyond which it chatters; a fast typist makes 20.
    public var stormRate: Int
    /// For how long `stormRate` must be exceeded until the contact is quarantined.
    public var stormDuration: Duration

    /// Timings, by default those that suit a membrane keypad on a metre of cable.
    public init(
        settle: Duration = .microseconds(50),
        interval: Duration = .milliseconds(5),
        slowInterval: Duration = .milliseconds(50),
        release: Duration = .milliseconds(20),
        stuck: Duration = .seconds(60),
        cure: Duration = .seconds(1),
        stormRate: Int = 50,
        stormDuration: Duration = .seconds(1)
    ) {
        self.settle = settle
        self.interval = interval
        self.slowInterval = slowInterval
        self.release = release
        self.stuck = stuck
        self.cure = cure
        self.stormRate = stormRate
        self.stormDuration = stormDuration
    }

    /// The timings without negative ones, with a pause between scans that is neither none nor too long for a finger, and
    /// with no stuck contact before its press counts.
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
