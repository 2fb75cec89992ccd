/// The panel's own session: locked at first; unlocked by a person until nobody has used it for a time, or it is locked.
public struct Lock: Sendable {
    /// How long it stays unlocked without a key or hold.
    public var autoLock: Duration
    /// Who unlocked it; `nil` while it is locked. `person(at:)` also knows what is over.
    public private(set) var person: Person?
    private var lastActivity = BoottimeInstant.zero

    /// A locked panel.
    public init(autoLock: Duration) {
        self.autoLock = autoLock
    }

    /// When it locks by itself; `nil` while it is locked.
    public var deadline: BoottimeInstant? { person == nil ? nil : lastActivity.advanced(by: autoLock) }

    /// Who has it unlocked at `now`; no clock is asked where nobody has, since a press asks many times, and each may be a call
    /// of the kernel.
    public func person(at now: @autoclosure () -> BoottimeInstant) -> Person? {
        guard let deadline, now() < deadline else { return nil }
        return person
    }

    /// A right PIN.
    public mutating func unlock(by person: Person, at now: BoottimeInstant) {
        self.person = person
        lastActivity = now
    }

    /// A key or a hold; of no effect once it is locked, or should be.
    public mutating func activity(at now: BoottimeInstant) {
        guard person(at: now) != nil else { return }
        lastActivity = max(lastActivity, now)
    }

    /// Locks it.
    ///
    /// - Returns: whether it was unlocked.
    @discardableResult
    public mutating func lock() -> Bool {
        defer { person = nil }
        return person != nil
    }

    /// Locks it where its time is over.
    ///
    /// - Returns: whether it does now.
    @discardableResult
    public mutating func advance(to now: BoottimeInstant) -> Bool {
        guard person != nil, person(at: now) == nil else { return false }
        return lock()
    }
}
