import MonotonicTime

/// A contact's level without its bounce.
///
/// The first edge counts at once, so that debouncing adds no latency. Edges within the window are ignored, and at the
/// window's end the contact's last level counts. Every change that counts opens a window from its own time:
///
///     contact   ______|‾|_|‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|_|‾|____________|‾|___________
///     windows         [---------)                [---------)     [---------)
///     isActive  ______|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|________________|‾|___________
///                     press                      release         a glitch: its end becomes known
///                                                                at its window's end
///
/// With a `release`, an opening counts once the contact has stayed open for that time; the change still has the time of
/// the opening. A contact that is fed by alternating current opens at each zero crossing, and so counts as closed
/// throughout:
///
///     contact   ______|‾‾|_|‾‾|_|‾‾|_|‾‾|___________
///     isActive  ______|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|___________
///                                       [---) release
///
/// The debouncer works with the edges' time stamps, not with the time at which they are handled. A caller that reads
/// the queue late thus gets the same changes. A stamp earlier than the last one counts as the last one.
public struct Debouncer: Sendable, Hashable {
    /// A change of the debounced level.
    public struct Change: Sendable, Hashable {
        /// The level from `time` on.
        public let isActive: Bool
        /// The time stamp of the edge that caused the change.
        public let time: MonotonicInstant
    }

    /// The time during which edges are ignored after a change.
    public let window: Duration
    /// The time for which the contact must stay open until it counts as open; zero for none.
    public let release: Duration
    /// The debounced level.
    public private(set) var isActive: Bool
    /// The end of the open window; `nil` where no window is open.
    private var windowEnd: MonotonicInstant?

    /// The time for `elapse(to:)`: the end of the open window, and of the wait whether the contact stays open; `nil`
    /// without either.
    public var deadline: MonotonicInstant? {
        guard isOpening else { return windowEnd }
        let end = lastEdge.advanced(by: release)
        return windowEnd.map { max($0, end) } ?? end
    }

    /// Whether the contact is open, but not yet for `release`.
    var isOpening: Bool { release > .zero && isActive && !rawIsActive }

    /// The end of the window, if a change may follow from it; else `nil`. If the raw level is the accepted one, no
    /// wakeup is needed at the window's end, which saves a panel two wakeups for each press.
    var wakeup: MonotonicInstant? { rawIsActive == isActive ? nil : deadline }

    /// The contact's level at its last edge, bounce included.
    private(set) var rawIsActive: Bool
    private var lastEdge = MonotonicInstant(nanoseconds: .min)

    /// Creates a contact at rest.
    ///
    /// - Parameters:
    ///   - window: at least the contact's bounce; a negative one counts as zero.
    ///   - release: longer than the contact's openings during a press; a negative one counts as zero.
    public init(window: Duration, release: Duration = .zero, isActive: Bool) {
        self.window = max(window, .zero)
        self.release = max(release, .zero)
        self.isActive = isActive
        self.rawIsActive = isActive
    }

    /// Handles a raw edge.
    ///
    /// - Parameter isActive: the level after the edge. The same level as before is no change.
    /// - Returns: the change that the edge makes, unless it is within a window. If an earlier window ended with a
    ///   change that no `elapse(to:)` has returned, the result is that change, and the next `elapse(to:)` returns the
    ///   edge's own.
    public mutating func handle(isActive: Bool, at time: MonotonicInstant) -> Change? {
        let time = max(time, lastEdge)
        let overdue = elapse(to: time)
        rawIsActive = isActive
        lastEdge = time
        if let overdue { return overdue }
        return deadline == nil && rawIsActive != self.isActive ? accept() : nil
    }

    /// Ends the window, if its end is not later than `time`.
    ///
    /// - Returns: the change to the contact's last level at the time of the last raw edge, if that level is not the
    ///   accepted one. The change opens a new window, so call again while `deadline` is not later than `time`.
    public mutating func elapse(to time: MonotonicInstant) -> Change? {
        guard let deadline, deadline <= time else { return nil }
        if rawIsActive != isActive { return accept() }
        windowEnd = nil
        return nil
    }

    /// Handles a level that was read after edges may have been lost.
    ///
    /// The contact may have been bouncing during the read, so a window opens even without a change. Within a window,
    /// the level is treated as bounce.
    public mutating func resynchronise(isActive: Bool, at time: MonotonicInstant) -> Change? {
        let isOutside = deadline == nil
        var change = handle(isActive: isActive, at: time)
        // The opening may be older than the read.
        if isOutside, isOpening { change = accept() }
        if deadline == nil { windowEnd = lastEdge.advanced(by: window) }
        return change
    }

    private mutating func accept() -> Change {
        isActive = rawIsActive
        windowEnd = lastEdge.advanced(by: window)
        return Change(isActive: isActive, time: lastEdge)
    }
}

/// Detects a contact that changes more often than a finger can, in constant memory.
///
/// Two rules, each of which must hold for `duration`:
/// - The edges exceed `rate`. A leaky bucket over the time stamps: every edge adds one, and `rate` leak away per second.
///   While the bucket is not empty, the average rate since it was last empty exceeds `rate`. The bucket holds one
///   second's worth. A dense burst, such as a bouncing press, thus takes at most one second of silence to leak away.
/// - No level lasts for `stillness`. Hum of mains makes fewer edges than a worn contact under a fast finger, but a finger
///   rests between its moves.
struct ChatterDetector: Sendable, Hashable {
    private static let capacity = Duration.seconds(1)

    private let leak: Duration
    private let duration: Duration
    private let stillness: Duration
    private var filledSince = MonotonicInstant(nanoseconds: .min)
    private var emptyAt = MonotonicInstant(nanoseconds: .min)
    private var restlessSince = MonotonicInstant(nanoseconds: .min)
    private var lastEdge = MonotonicInstant(nanoseconds: .min)
    /// The number of edges after the one at `restlessSince`.
    private var edges = 0

    /// - Parameters:
    ///   - rate: edges per second; exactly this rate is still allowed.
    ///   - stillness: zero leaves the second rule out.
    init(rate: Int, duration: Duration, stillness: Duration = .zero) {
        self.leak = .nanoseconds(1_000_000_000 / Int64(min(max(rate, 1), 1_000_000_000)))
        self.duration = duration
        self.stillness = stillness
    }

    /// A detector for a button.
    init(_ timings: GestureTimings) {
        // With a release time, alternating current is a press.
        let isBridged = timings.release > .zero
        self.init(
            rate: isBridged ? max(timings.stormRate, timings.bridgedStormRate) : timings.stormRate,
            duration: timings.stormDuration, stillness: isBridged ? .zero : timings.stillness)
    }

    /// Counts an edge. Stamps must not decrease.
    ///
    /// - Returns: the contact's fault if it chatters.
    mutating func count(at time: MonotonicInstant) -> ContactFault? {
        if emptyAt <= time {
            filledSince = time
            emptyAt = time
        }
        emptyAt = min(emptyAt.advanced(by: leak), time.advanced(by: Self.capacity))
        if time.elapsed(since: lastEdge) < stillness {
            edges += 1
        } else {
            (restlessSince, edges) = (time, 0)
        }
        lastEdge = time
        let unrest = time.elapsed(since: restlessSince)
        if edges > 0, unrest >= duration { return Self.isMains(edges, in: unrest) ? .hum : .chatter }
        return time.elapsed(since: filledSince) >= duration ? .chatter : nil
    }

    /// Whether the rate is that of mains, once or twice a period, within 3 %.
    private static func isMains(_ edges: Int, in time: Duration) -> Bool {
        let closings = Double(edges) / 2 / (time / .seconds(1))
        return [50, 60, 100, 120].contains { abs(closings - $0) <= 0.03 * $0 }
    }
}

/// Why a contact is in quarantine.
public enum ContactFault: String, Sendable, Hashable, CaseIterable, Codable {
    /// Closed for longer than any user holds a button, or closed when the panel started.
    case stuck
    /// More edges than a finger can make: a worn contact, a loose wire, water.
    case chatter
    /// Edges at the rate of mains: wires that pick up hum, or a contact that is fed by alternating current.
    case hum
}
