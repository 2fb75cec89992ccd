import MonotonicTime

/// The thresholds for a button's gestures and for its contact's faults.
///
/// A panel takes the first four from its file, whose defaults are in `ButtonKeys`; the values here serve other users of
/// this target.
public struct GestureTimings: Sendable, Hashable {
    /// The time during which edges are ignored after one that counts; at least the contact's bounce.
    public var debounce: Duration = .milliseconds(5)
    /// The time for which the contact must stay open until the button counts as released; zero for none. A contact that
    /// is fed by alternating current opens for up to 20 ms at a time while the button is pressed.
    public var release: Duration = .zero
    /// The length of a press from which it is a hold; a shorter one is a tap.
    public var hold: Duration = .milliseconds(500)
    /// The length of a press from which it is a long hold, where one is bound.
    public var longHold: Duration = .seconds(3)
    /// The longest time from a tap to the next press of the same double or triple tap.
    public var multiTapWindow: Duration = .milliseconds(300)
    /// The shortest press that is a gesture. Noise and a chattering contact make shorter presses, no finger does.
    public var shortestTap: Duration = .milliseconds(20)
    /// The time from which a closed contact is stuck.
    public var stuck: Duration = .seconds(60)
    /// The time, without an edge, after which an open contact leaves quarantine.
    public var cure: Duration = .seconds(1)
    /// The rate of raw edges per second above which a contact chatters.
    public var stormRate: Int = 200
    /// The time that no level lasts while a contact chatters: hum of mains changes the level within 20 ms.
    public var stillness: Duration = .milliseconds(25)
    /// The time for which a contact must chatter until it is quarantined.
    public var stormDuration: Duration = .seconds(2)
    /// The value of `stormRate` with a `release`: full-wave current of 60 Hz makes 240 edges per second.
    public var bridgedStormRate: Int = 1_000

    /// The timings that suit a push button and a thumb.
    public static let usual = GestureTimings()

    /// The timings in a consistent order: debounce ≤ hold ≤ long hold ≤ stuck, debounce ≤ multi-tap window.
    ///
    /// A value that is too short is raised to the one before. So a debounce window has always ended at a threshold,
    /// and no contact is stuck before its gesture was possible.
    var ordered: GestureTimings {
        var result = self
        result.debounce = max(debounce, .zero)
        result.release = max(release, .zero)
        result.hold = max(hold, result.debounce)
        result.longHold = max(longHold, result.hold)
        result.stuck = max(stuck, result.longHold)
        result.multiTapWindow = max(multiTapWindow, result.debounce)
        result.cure = max(cure, .zero)
        result.stormDuration = max(stormDuration, .zero)
        result.stillness = max(stillness, .zero)
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
