/// How often wrong PINs may still be tried at one source, and when again: a row that a right PIN ends, and a bucket that
/// none refills.
///
/// ```
///   failures in a row   1–4   5      6      7       8       9    10   11 …
///   wait                –     1 min  5 min  15 min  30 min  1 h  2 h  4 h each
///
///   bucket   pad ●●●●●●●●●●●●, one regained per 6 h   remote ●●●●●●, one per 12 h   empty: until one is regained
/// ```
///
/// A check is charged before it is made, so that a power cut never gives one away, and given back where it tells a
/// guesser nothing. All of it is a function of `CLOCK_BOOTTIME`, which nobody can set; a restart begins the current
/// wait, and the current interval of the bucket, anew.
public struct Lockout: Sendable, Equatable {
    /// Whose it is.
    public let source: AttemptSource
    /// Wrong PINs since the last right one.
    public private(set) var failuresInRow: Int
    /// Wrong PINs left in the bucket.
    public private(set) var attemptsLeft: Int
    /// Since when the row has people wait; `nil` where it does not.
    private var delayBegan: BoottimeInstant?
    /// Since when the next one of the bucket is awaited; `nil` while it is full.
    private var regainBegan: BoottimeInstant?

    /// Beyond it a row is not counted.
    private static let longestRow = 1_000_000

    /// One of a panel that is new.
    public init(source: AttemptSource) {
        self.source = source
        failuresInRow = 0
        attemptsLeft = source.capacity
    }

    /// What the store has, at the panel's start.
    ///
    /// Numbers that cannot be are damage, and as many failures as count: the longest wait and an empty bucket; `notice`
    /// says so.
    public init(
        _ stored: StoredLockout, of source: AttemptSource, at now: BoottimeInstant, notice: inout AuthenticationNotice?
    ) {
        self.source = source
        let isSound =
            (0...Int64(Self.longestRow)).contains(stored.failuresInRow)
            && (0...Int64(source.capacity)).contains(stored.attemptsLeft)
        failuresInRow = isSound ? Int(stored.failuresInRow) : Self.longestRow
        attemptsLeft = isSound ? Int(stored.attemptsLeft) : 0
        if !isSound { notice = .damagedLockout(source) }
        if !(isSound && stored.isDelayOver) && Self.delay(after: failuresInRow) != nil { delayBegan = now }
        if attemptsLeft < source.capacity { regainBegan = now }
    }

    /// What is to be kept.
    public var stored: StoredLockout {
        StoredLockout(
            failuresInRow: Int64(failuresInRow), attemptsLeft: Int64(attemptsLeft), isDelayOver: delayBegan == nil)
    }

    /// The wait after so many wrong PINs in a row.
    private static func delay(after failures: Int) -> Duration? {
        switch failures {
        case ..<5: nil
        case 5: .seconds(60)
        case 6: .seconds(5 * 60)
        case 7: .seconds(15 * 60)
        case 8: .seconds(30 * 60)
        case 9: .seconds(3_600)
        case 10: .seconds(2 * 3_600)
        default: .seconds(4 * 3_600)
        }
    }

    private var delayEnd: BoottimeInstant? {
        guard let delayBegan, let delay = Self.delay(after: failuresInRow) else { return nil }
        return delayBegan.advanced(by: delay)
    }

    private var regainEnd: BoottimeInstant? { regainBegan?.advanced(by: source.regainInterval) }

    // MARK: Time

    /// When something changes by itself.
    public var deadline: BoottimeInstant? {
        guard let delayEnd, let regainEnd else { return delayEnd ?? regainEnd }
        return min(delayEnd, regainEnd)
    }

    /// Takes note of what is over.
    ///
    /// - Returns: whether there is something new to keep.
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

    /// When keys are evaluated again; `nil` where they are now.
    public func end(at now: BoottimeInstant) -> BoottimeInstant? {
        var later = self
        later.advance(to: now)
        let emptyUntil = later.attemptsLeft == 0 ? later.regainEnd : nil
        guard let delayEnd = later.delayEnd, let emptyUntil else { return later.delayEnd ?? emptyUntil }
        return max(delayEnd, emptyUntil)
    }

    // MARK: Attempts

    /// Counts a check as a wrong one, before it is made.
    ///
    /// - Returns: whether it may be made; not during a lockout, which stays as it is.
    public mutating func charge(at now: BoottimeInstant) -> Bool {
        advance(to: now)
        guard end(at: now) == nil else { return false }
        failuresInRow = min(failuresInRow + 1, Self.longestRow)
        attemptsLeft -= 1
        if regainBegan == nil { regainBegan = now }
        delayBegan = Self.delay(after: failuresInRow) == nil ? nil : now
        return true
    }

    /// Takes back the last charge: it was a right PIN's, a repeat's, or that of a check which was not made.
    public mutating func giveBack() {
        failuresInRow = max(failuresInRow - 1, 0)
        attemptsLeft = min(attemptsLeft + 1, source.capacity)
        if attemptsLeft == source.capacity { regainBegan = nil }
        // There was no wait, or there had been no charge.
        delayBegan = nil
    }

    /// A right PIN: the row begins anew, the bucket stays.
    public mutating func succeeded() {
        failuresInRow = 0
        delayBegan = nil
    }

    /// A recovery code, or root: all begins anew.
    public mutating func reset() {
        self = Lockout(source: source)
    }
}

/// A lockout as the store keeps it: without times, since its clock ends with the boot.
public struct StoredLockout: Sendable, Equatable {
    /// Wrong PINs since the last right one.
    public var failuresInRow: Int64
    /// Wrong PINs that are left before a wait, whatever is right meanwhile.
    public var attemptsLeft: Int64
    /// The wait for the last wrong PIN in the row is over: a restart does not begin it anew.
    public var isDelayOver: Bool

    /// What a store says, whatever that be.
    public init(failuresInRow: Int64, attemptsLeft: Int64, isDelayOver: Bool) {
        self.failuresInRow = failuresInRow
        self.attemptsLeft = attemptsLeft
        self.isDelayOver = isDelayOver
    }
}

/// Where a PIN was typed. Each has a lockout of its own, so that nobody on the network locks people out at the door.
public enum AttemptSource: String, Sendable, Hashable, CaseIterable {
    /// The panel's own keypads.
    case pad
    /// Pages and the command line.
    case remote

    /// How many wrong PINs there are at once.
    public var capacity: Int {
        switch self {
        case .pad: 12
        case .remote: 6
        }
    }

    /// How long it takes to regain one of them.
    public var regainInterval: Duration {
        switch self {
        case .pad: .seconds(6 * 3_600)
        case .remote: .seconds(12 * 3_600)
        }
    }
}
