import MonotonicTime

/// The thresholds of a button's gestures and of its contact's faults.
public struct GestureTimings: Sendable, Hashable {
    /// How long edges are ignored after one that counts: at least the contact's bounce.
    public var debounce: Duration
    /// A press of this length is a hold, a shorter one a tap.
    public var hold: Duration
    /// A press of this length is a long hold, where one is bound.
    public var longHold: Duration
    /// How long after a tap the next press may begin and still belong to the same double or triple tap.
    public var multiTapWindow: Duration
    /// A shorter press does not count towards a double or triple tap, which could open a door: no finger is so fast, but a
    /// contact that chatters is. Alone it is a tap, which shows a hint at most.
    public var shortestTap: Duration
    /// A contact closed for this long is stuck.
    public var stuck: Duration
    /// A quarantined contact that stays open for this long, without an edge, is cured.
    public var cure: Duration
    /// Raw edges per second beyond which a contact chatters.
    public var stormRate: Int
    /// For how long `stormRate` must be exceeded until the contact is quarantined.
    public var stormDuration: Duration

    /// Timings, by default those that suit a push button and a person's thumb.
    public init(
        debounce: Duration = .milliseconds(5),
        hold: Duration = .milliseconds(500),
        longHold: Duration = .seconds(3),
        multiTapWindow: Duration = .milliseconds(300),
        shortestTap: Duration = .milliseconds(20),
        stuck: Duration = .seconds(60),
        cure: Duration = .seconds(1),
        stormRate: Int = 200,
        stormDuration: Duration = .seconds(2)
    ) {
        self.debounce = debounce
        self.hold = hold
        self.longHold = longHold
        self.multiTapWindow = multiTapWindow
        self.shortestTap = shortestTap
        self.stuck = stuck
        self.cure = cure
        self.stormRate = stormRate
        self.stormDuration = stormDuration
    }

    /// The timings in an order that can be observed: debounce ≤ hold ≤ long hold ≤ stuck, debounce ≤ multi-tap window.
    ///
    /// What is too short is raised to the one before; so a debounce window has always ended when a threshold comes, and
    /// no contact is stuck before its gesture was possible.
    var ordered: GestureTimings {
        var result = self
        result.debounce = max(debounce, .zero)
        result.hold = max(hold, result.debounce)
        result.longHold = max(longHold, result.hold)
        result.stuck = max(stuck, result.longHold)
        result.multiTapWindow = max(multiTapWindow, result.debounce)
        result.cure = max(cure, .zero)
        result.stormDuration = max(stormDuration, .zero)
        return result
    }
}

extension MonotonicInstant {
    /// The time from `earlier` to here; saturates at 292 years, where `duration(to:)` would wrap.
    func elapsed(since earlier: MonotonicInstant) -> Duration {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return .nanoseconds(overflow ? (nanoseconds < 0 ? .min : .max) : difference)
    }
}
