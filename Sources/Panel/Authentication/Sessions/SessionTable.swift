/// The sessions of connections and browsers.
public struct SessionTable: Sendable {
    /// The most of them; one more ends the one that was used least recently.
    public static let capacity = 64

    /// How long they last.
    public let limits: SessionLimits
    /// Those there are, also ones whose time has come since `advance`.
    public private(set) var sessions: [Session] = []

    /// None yet.
    public init(limits: SessionLimits = SessionLimits()) {
        self.limits = limits
    }

    private func end(of session: Session) -> BoottimeInstant {
        min(session.lastUse.advanced(by: limits.idle), session.began.advanced(by: limits.longest))
    }

    /// When the first of them ends by itself.
    public var deadline: BoottimeInstant? { sessions.lazy.map(end).min() }

    /// Who has unlocked `surface`.
    public func person(on surface: Surface, at now: BoottimeInstant) -> Person? {
        sessions.first { $0.surface == surface && now < end(of: $0) }?.person
    }

    /// A right PIN on `surface`, which is a connection or a browser; what it had before is over.
    ///
    /// - Returns: another surface that is locked for it.
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

    /// A request; of no effect where the session is over.
    public mutating func use(_ surface: Surface, at now: BoottimeInstant) {
        guard let index = sessions.firstIndex(where: { $0.surface == surface }), now < end(of: sessions[index])
        else { return }
        sessions[index].lastUse = max(sessions[index].lastUse, now)
    }

    /// Ends those of `target`.
    ///
    /// - Returns: their surfaces.
    mutating func end(_ target: LockTarget) -> [Surface] {
        var ended: [Surface] = []
        for index in sessions.indices.reversed()
        where target.includes(sessions[index].surface, by: sessions[index].person) {
            ended.append(sessions.remove(at: index).surface)
        }
        return ended
    }

    /// Ends those whose time is over.
    ///
    /// - Returns: their surfaces.
    public mutating func advance(to now: BoottimeInstant) -> [Surface] {
        var ended: [Surface] = []
        for index in sessions.indices.reversed() where end(of: sessions[index]) <= now {
            ended.append(sessions.remove(at: index).surface)
        }
        return ended
    }
}

/// One surface other than the panel that a person has unlocked.
public struct Session: Sendable, Equatable {
    /// Whose it is.
    public let surface: Surface
    /// Who unlocked it.
    public let person: Person
    /// When.
    public let began: BoottimeInstant
    /// When it was last used.
    public internal(set) var lastUse: BoottimeInstant
}

/// How long a session lasts.
public struct SessionLimits: Sendable, Equatable {
    /// Without use.
    public var idle: Duration
    /// At most, however it is used.
    public var longest: Duration

    /// Limits; where nothing is said, 5 minutes and 12 hours.
    public init(idle: Duration = .seconds(300), longest: Duration = .seconds(12 * 3_600)) {
        self.idle = idle
        self.longest = longest
    }
}
