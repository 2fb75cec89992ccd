/// Who has unlocked what: the panel and each other surface for themselves. What is unlocked here is locked there.
public struct Authority: Sendable {
    /// The panel's own session.
    public private(set) var lock: Lock
    /// Those of connections and browsers.
    public private(set) var table: SessionTable

    /// All locked.
    public init(autoLock: Duration, limits: SessionLimits = SessionLimits()) {
        lock = Lock(autoLock: autoLock)
        table = SessionTable(limits: limits)
    }

    /// How long the panel stays unlocked without a key or hold.
    public var autoLock: Duration {
        get { lock.autoLock }
        set { lock.autoLock = newValue }
    }

    /// When something locks by itself.
    public var deadline: BoottimeInstant? {
        guard let panel = lock.deadline, let others = table.deadline else { return lock.deadline ?? table.deadline }
        return min(panel, others)
    }

    /// Who has unlocked `surface`.
    public func person(on surface: Surface, at now: @autoclosure () -> BoottimeInstant) -> Person? {
        switch surface {
        case .panel: lock.person(at: now())
        case .connection, .browser: table.person(on: surface, at: now())
        case .messages: nil
        }
    }

    /// A right PIN on `surface`; messages stay locked.
    ///
    /// - Returns: the surfaces that are locked for it.
    mutating func unlock(_ surface: Surface, by person: Person, at now: BoottimeInstant) -> [Surface] {
        switch surface {
        case .panel: lock.unlock(by: person, at: now)
        case .connection, .browser: if let evicted = table.begin(surface, by: person, at: now) { return [evicted] }
        case .messages: break
        }
        return []
    }

    /// A key, a hold or a request.
    mutating func use(_ surface: Surface, at now: BoottimeInstant) {
        switch surface {
        case .panel: lock.activity(at: now)
        case .connection, .browser: table.use(surface, at: now)
        case .messages: break
        }
    }

    /// Locks `target`.
    ///
    /// - Returns: what was unlocked.
    mutating func lock(_ target: LockTarget) -> [Surface] {
        let isPanel = lock.person.map { target.includes(.panel, by: $0) } ?? false
        return (isPanel && lock.lock() ? [.panel] : []) + table.end(target)
    }

    /// Locks what has not been used for too long.
    ///
    /// - Returns: which surfaces.
    mutating func advance(to now: BoottimeInstant) -> [Surface] {
        (lock.advance(to: now) ? [.panel] : []) + table.advance(to: now)
    }
}

/// Whether something may be performed now.
public enum Permission: Sendable, Equatable {
    /// It may: for the person who unlocked, or, where that is not asked for, for anybody.
    case allowed(Person?)
    /// The surface that asks must be unlocked first.
    case needsSession
    /// The panel must be unlocked at its pad first.
    case needsPanel
    /// Never for who asks: messages cannot be unlocked.
    case never
}

/// What must be so for something to be performed, from the least strict on.
public enum RequiredAuthentication: Int, Sendable, Comparable {
    /// Nothing: it performs locked or not.
    case alwaysAllowed
    /// The surface that asks is unlocked.
    case requiresAuthentication
    /// The panel itself is unlocked at its pad, whoever asks.
    case requiresLocalDeviceAuthentication

    public static func < (left: RequiredAuthentication, right: RequiredAuthentication) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What is locked again.
enum LockTarget {
    /// One surface.
    case surface(Surface)
    /// Whatever this person has unlocked.
    case person(Int64)
    /// All there is.
    case everything

    func includes(_ surface: Surface, by person: Person) -> Bool {
        switch self {
        case .surface(let one): one == surface
        case .person(let id): person.id == id
        case .everything: true
        }
    }
}
