/// The limits on wrong PINs from one source: a row of failures, which a right PIN ends, and a bucket, which no PIN
/// refills.
///
/// ```
///   failures in a row   1–4   5      6      7       8       9    10   11 …
///   wait                –     1 min  5 min  15 min  30 min  1 h  2 h  4 h each
///
///   bucket   pad ●●●●●●●●●●●●, one regained per 6 h   remote ●●●●●●, one per 12 h   empty: until one is regained
/// ```
///
/// A check is charged before it runs, so that a power cut never makes a guess free. The charge is given back if the
/// check tells an attacker nothing. All times are on `CLOCK_BOOTTIME`, which no program can set. A restart begins the
/// current wait and the bucket's current interval again.
public struct Lockout: Sendable, Equatable {
    /// The source that the lockout counts.
    public let source: AttemptSource
    /// The number of wrong PINs since the last right one.
    public private(set) var failuresInRow: Int
    /// The number of attempts left in the bucket.
    public private(set) var attemptsLeft: Int
    /// The beginning of the row's current wait; `nil` where there is none.
    private var delayBegan: BoottimeInstant?
    /// The beginning of the bucket's current interval; `nil` while the bucket is full.
    private var regainBegan: BoottimeInstant?

    /// The number of failures at which counting of a row stops.
    private static let longestRow = 1_000_000

    /// Creates the lockout of a new panel: no failures, a full bucket.
    public init(source: AttemptSource) {
        self.source = source
        failuresInRow = 0
        attemptsLeft = source.capacity
    }

    /// Creates a lockout from the store, at the panel's start.
    ///
    /// Impossible numbers are damage, and count as the longest wait and an empty bucket; `notices` receives a notice of
    /// the damage.
    public init(
        _ stored: Stored, of source: AttemptSource, at now: BoottimeInstant, notices: inout [AuthenticationNotice]
    ) {
        self.source = source
        let isSound =
            (0...Int64(Self.longestRow)).contains(stored.failuresInRow)
            && (0...Int64(source.capacity)).contains(stored.attemptsLeft)
        failuresInRow = isSound ? Int(stored.failuresInRow) : Self.longestRow
        attemptsLeft = isSound ? Int(stored.attemptsLeft) : 0
        if !isSound { notices.append(.damagedLockout(source)) }
        if !(isSound && stored.isDelayOver) && Self.delay(after: failuresInRow) != nil { delayBegan = now }
        if attemptsLeft < source.capacity { regainBegan = now }
    }

    /// The lockout in its stored form.
    public var stored: Stored {
        Stored(
            failuresInRow: Int64(failuresInRow), attemptsLeft: Int64(attemptsLeft), isDelayOver: delayBegan == nil)
    }

    /// The wait after this number of wrong PINs in a row; `nil` below 5.
    private static func delay(after failures: Int) -> Duration? {
        failures < 5 ? nil : .seconds(60 * delays[min(failures - 5, delays.count - 1)])
    }

    /// The waits after five and more wrong PINs in a row, in minutes; the last one repeats.
    private static let delays = [1, 5, 15, 30, 60, 120, 240]

    private var delayEnd: BoottimeInstant? {
        guard let delayBegan, let delay = Self.delay(after: failuresInRow) else { return nil }
        return delayBegan.advanced(by: delay)
    }

    private var regainEnd: BoottimeInstant? { regainBegan?.advanced(by: source.regainInterval) }

    // MARK: Time

    /// The time of the next change without an attempt; `nil` where none is due.
    public var deadline: BoottimeInstant? {
        [delayEnd, regainEnd].compactMap(\.self).min()
    }

    /// Ends waits and intervals that are over at `now`.
    ///
    /// - Returns: whether the stored form has changed.
    @discardableResult
    public mutating func advance(to now: BoottimeInstant) -> Bool {
        let before = stored
        if let delayEnd, delayEnd <= now { delayBegan = nil }
        while attemptsLeft < source.capacity, let regainEnd, regainEnd <= now {
            attemptsLeft += 1
            regainBegan = regainEnd
        }
        if attemptsLeft == source.capacity { regainBegan = nil }
        return stored != before
    }

    /// The end of the lockout; `nil` where PINs are evaluated now.
    public func end(at now: BoottimeInstant) -> BoottimeInstant? {
        var later = self
        later.advance(to: now)
        let emptyUntil = later.attemptsLeft == 0 ? later.regainEnd : nil
        return [later.delayEnd, emptyUntil].compactMap(\.self).max()
    }

    // MARK: Attempts

    /// Counts a check as a failure, before it runs.
    ///
    /// - Returns: whether the check may run; `false` during a lockout, which stays unchanged.
    public mutating func charge(at now: BoottimeInstant) -> Bool {
        advance(to: now)
        guard end(at: now) == nil else { return false }
        failuresInRow = min(failuresInRow + 1, Self.longestRow)
        attemptsLeft -= 1
        if regainBegan == nil { regainBegan = now }
        delayBegan = Self.delay(after: failuresInRow) == nil ? nil : now
        return true
    }

    /// Takes back the last charge: the PIN was right or a repeat, or the check did not run.
    public mutating func giveBack() {
        failuresInRow = max(failuresInRow - 1, 0)
        attemptsLeft = min(attemptsLeft + 1, source.capacity)
        if attemptsLeft == source.capacity { regainBegan = nil }
        // There was no wait before the charge; otherwise the charge would have been refused.
        delayBegan = nil
    }

    /// Ends the row after a right PIN. The bucket stays as it is.
    public mutating func succeeded() {
        failuresInRow = 0
        delayBegan = nil
    }

    /// Resets the row and the bucket, after a recovery code or by root.
    public mutating func reset() {
        self = Lockout(source: source)
    }

    /// A lockout in its stored form. It holds no times, because their clock ends with the boot.
    public struct Stored: Sendable, Equatable {
        /// The number of wrong PINs since the last right one.
        public var failuresInRow: Int64
        /// The number of attempts left in the bucket; right PINs do not refill it.
        public var attemptsLeft: Int64
        /// Whether the wait after the row's last wrong PIN is over; if so, a restart does not begin it again.
        public var isDelayOver: Bool

        /// Creates a value from unchecked numbers of a store.
        public init(failuresInRow: Int64, attemptsLeft: Int64, isDelayOver: Bool) {
            self.failuresInRow = failuresInRow
            self.attemptsLeft = attemptsLeft
            self.isDelayOver = isDelayOver
        }
    }
}

/// The place where a PIN was typed. Each source has a separate lockout, so that no attacker on the network can lock out
/// users at the door.
public enum AttemptSource: String, Sendable, Hashable, CaseIterable {
    /// The panel's own keypads.
    case pad
    /// Pages and the command line.
    case remote

    /// The size of the bucket, in attempts.
    public var capacity: Int { self == .pad ? 12 : 6 }

    /// The time after which the bucket regains one attempt.
    public var regainInterval: Duration { .seconds((self == .pad ? 6 : 12) * 3_600) }
}
