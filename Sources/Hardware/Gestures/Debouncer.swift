import MonotonicTime

/// A contact's level without its bounce.
///
/// The first edge counts at once, so that debouncing costs no latency; what follows within the window is ignored, and at
/// the window's end the contact's last level counts. Every change that counts opens a window from its own time:
///
///     contact   ______|‾|_|‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|_|‾|____________|‾|___________
///     windows         [---------)                [---------)     [---------)
///     isActive  ______|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|________________|‾|___________
///                     press                      release         a glitch: its end becomes known
///                                                                at its window's end
///
/// Works on the time stamps of the edges, not on the time at which they are handled: whoever drains a queue late gets the
/// same changes. A stamp earlier than the one before counts as that one.
public struct Debouncer: Sendable, Hashable {
    /// A level that counts from `time` on.
    public struct Change: Sendable, Hashable {
        /// The level.
        public let isActive: Bool
        /// The time stamp of the edge that led to it.
        public let time: MonotonicInstant

        /// The change to `isActive` at `time`.
        public init(isActive: Bool, time: MonotonicInstant) {
            self.isActive = isActive
            self.time = time
        }
    }

    /// How long edges are ignored after a change.
    public let window: Duration
    /// The debounced level.
    public private(set) var isActive: Bool
    /// The end of the window that is open, or `nil`: the time for `elapse(to:)`.
    public private(set) var deadline: MonotonicInstant?

    /// The contact's level as last told, bounce included.
    /// When something comes of the window's end: with the raw level as it was accepted, nothing does, and the window may
    /// end unattended, which saves a panel two wakeups a press.
    var wakeup: MonotonicInstant? { rawIsActive == isActive ? nil : deadline }

    private(set) var rawIsActive: Bool
    private var lastEdge = MonotonicInstant(nanoseconds: .min)

    /// A contact at rest.
    ///
    /// - Parameter window: at least the contact's bounce; a negative one is taken for zero.
    public init(window: Duration, isActive: Bool) {
        self.window = max(window, .zero)
        self.isActive = isActive
        self.rawIsActive = isActive
    }

    /// Takes a raw edge.
    ///
    /// - Parameter isActive: the level after the edge. A repeat of the level before is no change.
    /// - Returns: the change that the edge is, unless it falls into a window. Where a window had ended before with a
    ///   change that nobody asked for with `elapse(to:)`, that change is returned, and the edge's own by the next
    ///   `elapse(to:)`.
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
    /// - Returns: where the contact's last level is not the one that counts, the change to it, at the time of the last
    ///   raw edge. It opens a window of its own: call again while `deadline` is not later than `time`.
    public mutating func elapse(to time: MonotonicInstant) -> Change? {
        guard let deadline, deadline <= time else { return nil }
        if rawIsActive != isActive { return accept() }
        self.deadline = nil
        return nil
    }

    /// Takes the level that was read after edges may have been lost.
    ///
    /// The contact may be bouncing as it is read, so a window opens even if the level is no change. Within a window the
    /// level is bounce like any other.
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

/// Finds a contact whose edges exceed a rate for some time, in constant memory.
///
/// A leaky bucket over the time stamps: every edge adds one, `rate` leak away per second. While it does not run empty,
/// the contact has exceeded the rate on average since it last was; when that has lasted for `duration`, it chatters. The
/// bucket holds one second's worth, so that a burst, however dense, counts for one second of silence at most: a
/// bouncing press is no storm.
struct ChatterDetector: Sendable, Hashable {
    private static let capacity = Duration.seconds(1)

    private let leak: Duration
    private let duration: Duration
    private var filledSince = MonotonicInstant(nanoseconds: .min)
    private var emptyAt = MonotonicInstant(nanoseconds: .min)

    /// - Parameter rate: edges per second; exactly this many are no storm.
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
    /// Closed for longer than any person holds, or closed when the panel started.
    case stuck
    /// More edges than any finger makes: a worn contact, a loose wire, water.
    case chatter
}
