import MonotonicTime

/// The thresholds for a button's gestures and for its contact's faults.
///
/// A panel takes the first four from its file, whose defaults are in `ButtonKeys`; the values here serve other users of
/// this target.
public struct GestureTimings: Sendable, Hashable {
    /// The time during which edges are ignored after one that counts; at least the contact's bounce.
    public var debounce: Duration = .milliseconds(5)
    /// The length of a press from which it is a hold; a shorter one is a tap.
    public var hold: Duration = .milliseconds(500)
    /// The length of a press from which it is a long hold, where one is bound.
    public var longHold: Duration = .seconds(3)
    /// The longest time from a tap to the next press of the same double or triple tap.
    public var multiTapWindow: Duration = .milliseconds(300)
    /// The shortest press that counts towards a double or triple tap, which could open a door. A chattering contact
    /// makes shorter presses, no finger does. Alone, a shorter press is a tap, which at most shows a hint.
    public var shortestTap: Duration = .milliseconds(20)
    /// The time from which a closed contact is stuck.
    public var stuck: Duration = .seconds(60)
    /// The time, without an edge, after which an open contact leaves quarantine.
    public var cure: Duration = .seconds(1)
    /// The rate of raw edges per second above which a contact chatters.
    public var stormRate: Int = 200
    /// The time for which `stormRate` must be exceeded until the contact is quarantined.
    public var stormDuration: Duration = .seconds(2)

    /// The timings that suit a push button and a thumb.
    public static let usual = GestureTimings()

    /// The timings in a consistent order: debounce ≤ hold ≤ long hold ≤ stuck, debounce ≤ multi-tap window.
    ///
    /// A value that is too short is raised to the one before. So a debounce window has always ended at a threshold,
    /// and no contact is stuck before its gesture was possible.
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
    /// The time from `earlier` to this instant. Saturates at 292 years, where `duration(to:)` would wrap.
    func elapsed(since earlier: MonotonicInstant) -> Duration {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return .nanoseconds(overflow ? (nanoseconds < 0 ? .min : .max) : difference)
    }
}
