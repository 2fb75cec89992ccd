/// The sessions of the panel and of clients. Each surface is locked and unlocked separately.
///
/// Durations are measured on `CLOCK_BOOTTIME`. A guest's dates, days and hours follow the local time, which may jump:
/// each use of a session reads them again, and `deadline` says when they end a session by the present time.
///
/// ```
///   PIN ──┬── use ──── use ────┬─ limits.autoLock after the last use
///         │                    ├─ limits.longest after the PIN
///         └─ uses are counted ─┼─ limits.autoLock after the PIN
///                              └─ the guest's hours, days or dates end, or the clock is not synchronized any more
/// ```
public struct Authority: Sendable {
    /// The maximum number of clients' sessions; a further one evicts the least recently used.
    static let capacity = 64

    /// How long sessions last.
    public var limits: SessionLimits
    /// The sessions, including sessions that are over since the last `advance`.
    private(set) var sessions: [Session] = []

    /// Creates an authority with every surface locked.
    public init(_ limits: SessionLimits) {
        self.limits = limits
    }

    // MARK: The end

    /// The end of a session by its durations.
    private func timeout(of session: Session) -> BoottimeInstant {
        // One counted use is one session without activity to prolong it: no guest makes a day of it.
        let lastUse = session.person.validity.usesLeft == nil ? session.lastUse : session.began
        return min(
            lastUse.advanced(by: limits.autoLock(of: session.surface)), session.began.advanced(by: limits.longest))
    }

    private func isOver(
        _ session: Session, at now: BoottimeInstant, _ localTime: @autoclosure () -> LocalMoment
    ) -> Bool {
        now >= timeout(of: session) || session.person.validity.refusalByClock(at: localTime()) != nil
    }

    /// The end of a session, by the present clocks.
    private func end(
        of session: Session, at now: BoottimeInstant, _ localTime: @autoclosure () -> LocalMoment
    ) -> BoottimeInstant {
        let timeout = timeout(of: session)
        guard session.person.validity.needsClock else { return timeout }
        let moment = localTime()
        if session.person.validity.refusalByClock(at: moment) != nil { return min(timeout, now) }
        let left = session.person.validity.timeLeft(at: moment)
        return left.map { min(timeout, now.advanced(by: $0)) } ?? timeout
    }

    /// The end of the first session to end, by the present clocks; `nil` without sessions.
    func deadline(
        at now: BoottimeInstant, localTime: @autoclosure () -> LocalMoment
    ) -> BoottimeInstant? {
        sessions.map { end(of: $0, at: now, localTime()) }.min()
    }

    /// The time until the session of `surface` ends, unless a request prolongs it; `nil` while it is locked.
    public func timeLeft(
        on surface: Surface, at now: BoottimeInstant, localTime: @autoclosure () -> LocalMoment
    ) -> Duration? {
        guard let session = sessions.first(where: { $0.surface == surface }) else { return nil }
        let end = end(of: session, at: now, localTime())
        return now < end ? now.duration(to: end) : nil
    }

    // MARK: Rights

    /// The person who has unlocked `surface`; `nil` while it is locked. A session is over at its end, also before
    /// `advance(to:)` removes it.
    ///
    /// While the surface is locked, no clock is read: a press asks many times, and each reading may be a system call.
    /// The local time is read for a guest with dates, days or hours alone.
    public func person(
        on surface: Surface, at now: @autoclosure () -> BoottimeInstant, localTime: @autoclosure () -> LocalMoment
    ) -> Person? {
        guard let session = sessions.first(where: { $0.surface == surface }), !isOver(session, at: now(), localTime())
        else { return nil }
        return session.person
    }

    /// Whether a person has unlocked `surface`. Each event of a press asks this; the person is not copied.
    public func isUnlocked(
        _ surface: Surface, at now: @autoclosure () -> BoottimeInstant, localTime: @autoclosure () -> LocalMoment
    ) -> Bool {
        guard let index = sessions.firstIndex(where: { $0.surface == surface }) else { return false }
        return !isOver(sessions[index], at: now(), localTime())
    }

    // MARK: Changes

    /// Begins a session on `surface` after a right PIN, and ends the surface's previous one.
    ///
    /// - Returns: another client's surface, whose session was evicted.
    mutating func unlock(_ surface: Surface, by person: Person, at now: BoottimeInstant) -> [Surface] {
        _ = lock { $0.surface == surface }
        var evicted: [Surface] = []
        let connections = sessions.indices.filter { sessions[$0].surface != .panel }
        if surface != .panel, connections.count >= Self.capacity,
            let oldest = connections.min(by: { sessions[$0].lastUse < sessions[$1].lastUse })
        {
            evicted = [sessions.remove(at: oldest).surface]
        }
        sessions.append(Session(surface: surface, person: person, began: now, lastUse: now))
        return evicted
    }

    /// Records a key, a hold or a request, which prolongs the session of `surface`; no effect on a session that is over.
    mutating func use(
        _ surface: Surface, at now: BoottimeInstant, localTime: @autoclosure () -> LocalMoment
    ) {
        guard let index = sessions.firstIndex(where: { $0.surface == surface }),
            !isOver(sessions[index], at: now, localTime())
        else { return }
        sessions[index].lastUse = max(sessions[index].lastUse, now)
    }

    /// Ends the sessions that match `isEnded`.
    ///
    /// - Returns: their surfaces: the panel first, then the newest session.
    mutating func lock(where isEnded: (Session) -> Bool) -> [Surface] {
        let ended = sessions.filter(isEnded).reversed().map(\.surface)
        sessions.removeAll(where: isEnded)
        return ended.filter { $0 == .panel } + ended.filter { $0 != .panel }
    }

    /// Locks the surfaces whose sessions have timed out.
    ///
    /// - Returns: these surfaces.
    mutating func advance(to now: BoottimeInstant) -> [Surface] {
        let before = self
        return lock { before.timeout(of: $0) <= now }
    }

    /// Locks the surfaces whose people the clock refuses.
    ///
    /// - Returns: these surfaces, with the reasons.
    mutating func refuse(localTime: @autoclosure () -> LocalMoment) -> [(surface: Surface, reason: ValidityRefusal)] {
        let refused = sessions.compactMap { session in
            session.person.validity.refusalByClock(at: localTime()).map { (surface: session.surface, reason: $0) }
        }
        for (surface, _) in refused { _ = lock { $0.surface == surface } }
        return refused
    }
}

/// How long sessions last.
public struct SessionLimits: Sendable, Equatable {
    /// The time that the panel stays unlocked without a key or hold.
    public var autoLock: Duration
    /// The time that clients stay unlocked without a call.
    public var clientAutoLock: Duration
    /// The longest time from the PIN to the end of a session, whatever is done in it.
    public var longest: Duration

    /// - Parameters:
    ///   - clientAutoLock: By default, as long as `autoLock`.
    ///   - longest: By default 12 h.
    public init(autoLock: Duration, clientAutoLock: Duration? = nil, longest: Duration = .seconds(12 * 3_600)) {
        self.autoLock = autoLock
        self.clientAutoLock = clientAutoLock ?? autoLock
        self.longest = longest
    }

    /// The time that `surface` stays unlocked without a use.
    func autoLock(of surface: Surface) -> Duration {
        switch surface {
        case .panel: autoLock
        case .connection, .shared: clientAutoLock
        }
    }
}

/// The session of a surface, from a person's PIN until it times out or is locked.
struct Session: Sendable {
    let surface: Surface
    let person: Person
    let began: BoottimeInstant
    /// The time of the last key, hold or request.
    var lastUse: BoottimeInstant
}
