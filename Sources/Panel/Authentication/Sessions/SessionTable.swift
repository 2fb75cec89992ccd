/// The sessions of connections and browsers.
public struct SessionTable: Sendable {
    /// The maximum number of sessions; a further one evicts the least recently used.
    public static let capacity = 64

    /// The time limits of all sessions.
    public let limits: SessionLimits
    /// The sessions, including sessions that have timed out since the last `advance`.
    public private(set) var sessions: [Session] = []

    /// Creates an empty table.
    public init(limits: SessionLimits = SessionLimits()) {
        self.limits = limits
    }

    private func end(of session: Session) -> BoottimeInstant {
        min(session.lastUse.advanced(by: limits.idle), session.began.advanced(by: limits.longest))
    }

    /// The time at which the first session times out; `nil` without sessions.
    public var deadline: BoottimeInstant? { sessions.lazy.map(end).min() }

    /// The person who has unlocked `surface`; `nil` while it is locked.
    public func person(on surface: Surface, at now: BoottimeInstant) -> Person? {
        sessions.first { $0.surface == surface && now < end(of: $0) }?.person
    }

    /// Begins a session on `surface`, a connection or a browser, and ends the surface's previous one.
    ///
    /// - Returns: another surface, whose session was evicted.
    public mutating func begin(_ surface: Surface, by person: Person, at now: BoottimeInstant) -> Surface? {
        _ = end(.surface(surface))
        var evicted: Surface?
        if sessions.count >= Self.capacity,
            let index = sessions.indices.min(by: { sessions[$0].lastUse < sessions[$1].lastUse })
        {
            evicted = sessions.remove(at: index).surface
        }
        sessions.append(Session(surface: surface, person: person, began: now, lastUse: now))
        return evicted
    }

    /// Records a request, which prolongs the session; no effect on a timed-out session.
    public mutating func use(_ surface: Surface, at now: BoottimeInstant) {
        guard let index = sessions.firstIndex(where: { $0.surface == surface }), now < end(of: sessions[index])
        else { return }
        sessions[index].lastUse = max(sessions[index].lastUse, now)
    }

    /// Ends the sessions of `target`.
    ///
    /// - Returns: their surfaces.
    mutating func end(_ target: LockTarget) -> [Surface] {
        remove(sessions.filter { target.includes($0.surface, by: $0.person) })
    }

    /// Ends the sessions that have timed out.
    ///
    /// - Returns: their surfaces.
    public mutating func advance(to now: BoottimeInstant) -> [Surface] {
        remove(sessions.filter { end(of: $0) <= now })
    }

    private mutating func remove(_ ended: [Session]) -> [Surface] {
        sessions.removeAll(where: ended.contains)
        return ended.reversed().map(\.surface)
    }
}

/// The session of a surface other than the panel.
public struct Session: Sendable, Equatable {
    /// The unlocked surface.
    public let surface: Surface
    /// The person who unlocked the surface.
    public let person: Person
    /// The beginning of the session.
    public let began: BoottimeInstant
    /// The time of the last request.
    public internal(set) var lastUse: BoottimeInstant
}

/// The time limits of a session.
public struct SessionLimits: Sendable, Equatable {
    /// The longest time without a request.
    public var idle = Duration.seconds(300)
    /// The longest total time.
    public var longest = Duration.seconds(12 * 3_600)

    /// Creates the usual limits.
    public init() {}
}
