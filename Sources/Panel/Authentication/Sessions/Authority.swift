/// The sessions of the panel and of all other surfaces. Each surface is locked and unlocked separately.
public struct Authority: Sendable {
    /// The panel's own session.
    public private(set) var lock: Lock
    /// The sessions of connections and browsers.
    public private(set) var table: SessionTable

    /// Creates an authority with every surface locked.
    public init(autoLock: Duration, limits: SessionLimits = SessionLimits()) {
        lock = Lock(autoLock: autoLock)
        table = SessionTable(limits: limits)
    }

    /// The time that the panel stays unlocked without a key or hold.
    public var autoLock: Duration {
        get { lock.autoLock }
        set { lock.autoLock = newValue }
    }

    /// The end of the first session to time out; `nil` without sessions.
    public var deadline: BoottimeInstant? {
        guard let panel = lock.deadline, let others = table.deadline else { return lock.deadline ?? table.deadline }
        return min(panel, others)
    }

    /// The person who has unlocked `surface`; `nil` while it is locked.
    public func person(on surface: Surface, at now: @autoclosure () -> BoottimeInstant) -> Person? {
        switch surface {
        case .panel: lock.person(at: now())
        case .connection, .browser: table.person(on: surface, at: now())
        case .messages: nil
        }
    }

    /// A right PIN on `surface`; messages stay locked.
    ///
    /// - Returns: the surfaces whose sessions are evicted.
    mutating func unlock(_ surface: Surface, by person: Person, at now: BoottimeInstant) -> [Surface] {
        switch surface {
        case .panel: lock.unlock(by: person, at: now)
        case .connection, .browser: if let evicted = table.begin(surface, by: person, at: now) { return [evicted] }
        case .messages: break
        }
        return []
    }

    /// Records a key, a hold or a request, which prolongs the session of `surface`.
    mutating func use(_ surface: Surface, at now: BoottimeInstant) {
        switch surface {
        case .panel: lock.activity(at: now)
        case .connection, .browser: table.use(surface, at: now)
        case .messages: break
        }
    }

    /// Locks `target`.
    ///
    /// - Returns: the surfaces that were unlocked.
    mutating func lock(_ target: LockTarget) -> [Surface] {
        let isPanel = lock.person.map { target.includes(.panel, by: $0) } ?? false
        return (isPanel && lock.lock() ? [.panel] : []) + table.end(target)
    }

    /// Locks the surfaces whose sessions have timed out.
    ///
    /// - Returns: these surfaces.
    mutating func advance(to now: BoottimeInstant) -> [Surface] {
        (lock.advance(to: now) ? [.panel] : []) + table.advance(to: now)
    }
}

/// The sessions to lock.
enum LockTarget {
    /// One surface.
    case surface(Surface)
    /// Every surface that this person has unlocked.
    case person(Int64)
    /// Every surface.
    case everything

    func includes(_ surface: Surface, by person: Person) -> Bool {
        switch self {
        case .surface(let one): one == surface
        case .person(let id): person.id == id
        case .everything: true
        }
    }
}
