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
    /// The debounced level.
    public private(set) var isActive: Bool
    /// The end of the open window, for `elapse(to:)`; `nil` where no window is open.
    public private(set) var deadline: MonotonicInstant?

    /// The end of the window, if a change may follow from it; else `nil`. If the raw level is the accepted one, no
    /// wakeup is needed at the window's end, which saves a panel two wakeups for each press.
    var wakeup: MonotonicInstant? { rawIsActive == isActive ? nil : deadline }

    /// The contact's level at its last edge, bounce included.
    private(set) var rawIsActive: Bool
    private var lastEdge = MonotonicInstant(nanoseconds: .min)

    /// Creates a contact at rest.
    ///
    /// - Parameter window: at least the contact's bounce; a negative one counts as zero.
    public init(window: Duration, isActive: Bool) {
        self.window = max(window, .zero)
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
        self.deadline = nil
        return nil
    }

    /// Handles a level that was read after edges may have been lost.
    ///
    /// The contact may have been bouncing during the read, so a window opens even without a change. Within a window,
    /// the level is treated as bounce.
    public mutating func resynchronise(isActive: Bool, at time: MonotonicInstant) -> Change? {
        let change = handle(isActive: isActive, at: time)
        if deadline == nil { deadline = lastEdge.advanced(by: window) }
        return change
    }

    private mutating func accept() -> Change {
        isActive = rawIsActive
        deadline = lastEdge.advanced(by: window)
        return Change(isActive: isActive, time: lastEdge)
    }
}

/// Detects a contact whose edges exceed a rate for some time, in constant memory.
///
/// A leaky bucket over the time stamps: every edge adds one, and `rate` leak away per second. While the bucket is not
/// empty, the average rate since it was last empty exceeds `rate`. If that lasts for `duration`, the contact
/// chatters. The bucket holds one second's worth. A dense burst, such as a bouncing press, thus takes at most one
/// second of silence to leak away.
struct ChatterDetector: Sendable, Hashable {
    private static let capacity = Duration.seconds(1)

    private let leak: Duration
    private let duration: Duration
    private var filledSince = MonotonicInstant(nanoseconds: .min)
    private var emptyAt = MonotonicInstant(nanoseconds: .min)

    /// - Parameter rate: edges per second; exactly this rate is still allowed.
    init(rate: Int, duration: Duration) {
        self.leak = .nanoseconds(1_000_000_000 / Int64(min(max(rate, 1), 1_000_000_000)))
        self.duration = duration
    }

    /// Counts an edge. Stamps must not decrease.
    ///
    /// - Returns: whether the contact chatters.
    mutating func count(at time: MonotonicInstant) -> Bool {
        if emptyAt <= time {
            filledSince = time
            emptyAt = time
        }
        emptyAt = min(emptyAt.advanced(by: leak), time.advanced(by: Self.capacity))
        return time.elapsed(since: filledSince) >= duration
    }
}

/// Why a contact is in quarantine.
public enum ContactFault: String, Sendable, Hashable, CaseIterable, Codable {
    /// Closed for longer than any user holds a button, or closed when the panel started.
    case stuck
    /// More edges than a finger can make: a worn contact, a loose wire, water.
    case chatter
}
