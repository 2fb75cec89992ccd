/// The sessions of the panel and of clients. Each surface is locked and unlocked separately.
public struct Authority: Sendable {
    /// The maximum number of clients' sessions; a further one evicts the least recently used.
    static let capacity = 64
    /// The longest time of a client's session without a call.
    private static let idle = Duration.seconds(300)
    /// The longest total time of a client's session.
    private static let longest = Duration.seconds(12 * 3_600)

    /// The time that the panel stays unlocked without a key or hold.
    public var autoLock: Duration
    /// The sessions, including sessions that have timed out since the last `advance`.
    private(set) var sessions: [Session] = []

    /// Creates an authority with every surface locked.
    public init(autoLock: Duration) {
        self.autoLock = autoLock
    }

    private func end(of session: Session) -> BoottimeInstant {
        switch session.surface {
        case .panel: session.lastUse.advanced(by: autoLock)
        case .connection, .shared:
            min(session.lastUse.advanced(by: Self.idle), session.began.advanced(by: Self.longest))
        }
    }

    /// The end of the first session to time out; `nil` without sessions.
    public var deadline: BoottimeInstant? { sessions.lazy.map(end).min() }

    /// The person who has unlocked `surface`; `nil` while it is locked. A session is over at its end, also before
    /// `advance(to:)` removes it.
    ///
    /// While the surface is locked, the clock is not read: a press asks many times, and each reading may be a system
    /// call.
    public func person(on surface: Surface, at now: @autoclosure () -> BoottimeInstant) -> Person? {
        guard let session = sessions.first(where: { $0.surface == surface }), now() < end(of: session) else {
            return nil
        }
        return session.person
    }

    /// Whether a person has unlocked `surface`. Each event of a press asks this; the person is not copied.
    public func isUnlocked(_ surface: Surface, at now: @autoclosure () -> BoottimeInstant) -> Bool {
        guard let index = sessions.firstIndex(where: { $0.surface == surface }) else { return false }
        return now() < end(of: sessions[index])
    }

    /// The time at which the session of `surface` ends, unless a request prolongs it; `nil` while it is locked.
    public func end(of surface: Surface) -> BoottimeInstant? { sessions.first { $0.surface == surface }.map(end) }

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

    /// Records a key, a hold or a request, which prolongs the session of `surface`; no effect on a timed-out session.
    mutating func use(_ surface: Surface, at now: BoottimeInstant) {
        guard let index = sessions.firstIndex(where: { $0.surface == surface }), now < end(of: sessions[index])
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
        return lock { before.end(of: $0) <= now }
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
