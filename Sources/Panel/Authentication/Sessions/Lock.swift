/// The panel's own session. It is locked at first; a person unlocks it until it times out or is locked.
public struct Lock: Sendable {
    /// The time that the panel stays unlocked without a key or hold.
    public var autoLock: Duration
    /// The person who unlocked the panel; `nil` while it is locked. A timed-out session stays here until
    /// `advance(to:)`; `person(at:)` ignores it.
    public private(set) var person: Person?
    private var lastActivity = BoottimeInstant.zero

    /// Creates a locked session.
    public init(autoLock: Duration) {
        self.autoLock = autoLock
    }

    /// The time at which the session times out; `nil` while the panel is locked.
    public var deadline: BoottimeInstant? { person == nil ? nil : lastActivity.advanced(by: autoLock) }

    /// The person who has the panel unlocked at `now`.
    ///
    /// While the panel is locked, the clock is not read: a press asks many times, and each reading may be a system
    /// call.
    public func person(at now: @autoclosure () -> BoottimeInstant) -> Person? {
        guard let deadline, now() < deadline else { return nil }
        return person
    }

    /// Unlocks the panel after a right PIN.
    public mutating func unlock(by person: Person, at now: BoottimeInstant) {
        self.person = person
        lastActivity = now
    }

    /// Records a key or a hold; no effect on a locked or timed-out session.
    public mutating func activity(at now: BoottimeInstant) {
        guard person(at: now) != nil else { return }
        lastActivity = max(lastActivity, now)
    }

    /// Locks the panel.
    ///
    /// - Returns: whether it was unlocked.
    @discardableResult
    public mutating func lock() -> Bool {
        defer { person = nil }
        return person != nil
    }

    /// Locks the panel if its session has timed out.
    ///
    /// - Returns: whether this call locked it.
    @discardableResult
    public mutating func advance(to now: BoottimeInstant) -> Bool {
        guard person != nil, person(at: now) == nil else { return false }
        return lock()
    }
}
