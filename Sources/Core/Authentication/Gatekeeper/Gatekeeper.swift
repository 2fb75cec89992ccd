import EventLoop

/// The lock of one panel: people, their PINs, the unlocked surfaces, and the limits on guessing.
///
/// The gatekeeper checks one PIN at a time. Each source can have one attempt running or waiting; a further attempt of
/// that source is refused. The pad's attempt goes first, so that a flood of remote attempts does not delay users at the
/// door.
///
/// Times are passed in as values; `deadline` is the time of the next call of `advance(to:)`.
@PanelActor
public final class Gatekeeper {
    /// The rule for new PINs.
    public var rule: PINRule
    /// The unlocked surfaces and the people who unlocked them.
    public internal(set) var authority: Authority
    /// Findings at the start that users should see.
    public private(set) var notices: [AuthenticationNotice] = []
    /// Called with each event that is not the answer to a call.
    public var happened: (@PanelActor (LockEvent) -> Void)?
    /// Called before the attempt's completion when a person has unlocked under duress; the callback serves `notify`
    /// only.
    public var underDuress: (@PanelActor (Person) -> Void)?

    let memory: any LockMemory
    let worker: Worker
    let newCost: HashCostChoice
    /// The steps of checks; tests trace them.
    var primitives = Primitives()
    var people: EnrolledPeople
    private var requests = RequestQueue()
    var pad: SourceState
    var remote: SourceState

    /// The count of wrong PINs and the recent wrong PINs of one source.
    struct SourceState {
        var lockout: Lockout
        var recent = RecentWrong()
    }

    /// Creates a locked gatekeeper with the contents of `memory`.
    ///
    /// - Parameters:
    ///   - key: The device's key, or the reason why there is none; the panel then stays locked.
    ///   - worker: Runs the checks.
    ///   - newCost: The cost of a check for a panel without people.
    ///   - users: The names of the users who administer the panel. No person can have one of these names.
    public init(
        memory: any LockMemory, key: Result<DeviceKey, DeviceKeyError>, worker: Worker, rule: PINRule = PINRule(),
        newCost: HashCostChoice = .tuned(towards: .milliseconds(250)), authority: Authority, users: Set<String> = [],
        at now: BoottimeInstant
    ) {
        self.memory = memory
        self.worker = worker
        self.rule = rule
        self.newCost = newCost
        self.authority = authority
        var contents = LockContents()
        var unread: LockMemoryError?
        do throws(LockMemoryError) {
            contents = try memory.load()
        } catch {
            unread = error
        }
        people = EnrolledPeople(
            contents.credentials, unread: unread, key: key, users: Set(users.map { $0.lowercased() }))
        var notices: [AuthenticationNotice] = []
        func state(_ stored: Lockout.Stored?, _ source: AttemptSource) -> SourceState {
            guard let stored else { return SourceState(lockout: Lockout(source: source)) }
            return SourceState(lockout: Lockout(stored, of: source, at: now, notices: &notices))
        }
        pad = state(contents.pad, .pad)
        remote = state(contents.remote, .remote)
        if let notice = SecretBytes.takeNotice() { notices.append(notice) }
        self.notices = notices
    }

    /// The enrolled people and the parameters of their tags; `nil` before the first enrolment.
    public var credentials: Credentials? { people.credentials }

    /// The reason why no PIN can unlock; `nil` where a PIN can.
    public var fault: LockFault? { people.fault }

    // MARK: Lockouts

    subscript(source: AttemptSource) -> SourceState {
        get {
            switch source {
            case .pad: pad
            case .remote: remote
            }
        }
        set {
            switch source {
            case .pad: pad = newValue
            case .remote: remote = newValue
            }
        }
    }

    /// The lockout of `source`.
    public func lockout(of source: AttemptSource) -> Lockout { self[source].lockout }

    /// Stores the lockout of `source` without waiting for the result.
    func keepLockout(of source: AttemptSource) {
        memory.save(self[source].lockout.stored, of: source) { _ in }
    }

    // MARK: Time

    /// The time at which to call `advance(to:)`, by the present clocks; `nil` where no event is due. A local time that
    /// jumps changes the deadline.
    public func deadline(
        at now: BoottimeInstant, localTime: @autoclosure () -> LocalMoment
    ) -> BoottimeInstant? {
        [authority.deadline(at: now, localTime: localTime()), pad.lockout.deadline, remote.lockout.deadline]
            .compactMap(\.self).min()
    }

    /// Ends the lockouts and sessions that are over, and reports each to `happened`.
    public func advance(to now: BoottimeInstant, localTime: @autoclosure () -> LocalMoment) {
        for source in AttemptSource.allCases {
            let wasDelayed = !self[source].lockout.stored.isDelayOver || self[source].lockout.attemptsLeft == 0
            guard self[source].lockout.advance(to: now) else { continue }
            keepLockout(of: source)
            if wasDelayed && self[source].lockout.end(at: now) == nil { happened?(.lockoutEnded(source)) }
        }
        tell(authority.advance(to: now))
        for (surface, reason) in authority.refuse(localTime: localTime()) {
            happened?(.locked(surface, because: reason))
        }
    }

    // MARK: Sessions

    /// Records a key, a hold or a request on `surface`, which prolongs its session, if it has one.
    public func use(
        _ surface: Surface, at now: BoottimeInstant, localTime: @autoclosure () -> LocalMoment
    ) {
        authority.use(surface, at: now, localTime: localTime())
    }

    /// Whether a person may go on with what the person has begun in an earlier session: the person still has the role,
    /// and the clock does not refuse the PIN. Uses do not count, since that session has used one.
    public func mayGoOn(_ person: PersonReference, localTime: @autoclosure () -> LocalMoment) -> Bool {
        guard let enrolled = credentials?.person(person.id), PersonReference(enrolled) == person else { return false }
        return enrolled.validity.refusalByClock(at: localTime()) == nil
    }

    /// Locks `surface`, after a command, a control, or the end of a connection.
    public func lock(_ surface: Surface) {
        tell(authority.lock { $0.surface == surface })
    }

    /// Locks the panel and every other surface.
    public func lockAll() {
        tell(authority.lock { _ in true })
    }

    func tell(_ locked: [Surface]) {
        for surface in locked { happened?(.locked(surface)) }
    }

    /// Sets how long sessions last, from their PIN and from their last use on. The limits apply to present sessions,
    /// too, which end with the next `advance(to:)`.
    public func setLimits(_ limits: SessionLimits) {
        authority.limits = limits
    }

    // MARK: One at a time

    /// Calls `begin` when its turn comes, at once if no request is running. The request ends with `finish`.
    ///
    /// - Returns: whether the lane has room.
    func submit(_ lane: RequestQueue.Lane, begin: @escaping RequestQueue.Request) -> Bool {
        guard requests.submit(lane, begin: begin) else { return false }
        requests.next()?()
        return true
    }

    /// Ends the current request, and begins the next.
    func finish() {
        requests.finish()
        requests.next()?()
    }
}
/// An event of the lock that is not the answer to a call.
public enum LockEvent: Sendable, Equatable {
    /// A surface is locked again. The reason says why its person's PIN is not valid any more; `nil` where the session
    /// has ended for another reason.
    case locked(Surface, because: ValidityRefusal? = nil)
    /// A lockout is over: PINs of the source are evaluated again.
    case lockoutEnded(AttemptSource)
}

/// The reason why a panel stays locked for every PIN.
public enum LockFault: Error, Sendable, Equatable {
    /// The device's key cannot be read.
    case key(DeviceKeyError)
    /// The stored people cannot be read.
    case store(LockMemoryError)
    /// The people were enrolled with another device key, so that no PIN of theirs can be right.
    case otherKey
    /// No person has a PIN.
    case nobodyEnrolled
}

extension LockFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .key(let error): "\(error)"
        case .store(let error) where error.isLoss:
            "\(error); enrol people again: holdfast pin add NAME"
        case .store(let error): "\(error)"
        case .otherKey:
            "people were enrolled with another device key; put that one back and restart the panel, or remove "
                + "them (holdfast pin remove NAME) and enrol them again"
        case .nobodyEnrolled: "nobody has a PIN; enrol an owner: holdfast pin add NAME --role owner"
        }
    }
}

/// A problem that users should see, although the lock works.
public enum AuthenticationNotice: Sendable, Equatable {
    /// Secret memory could not be locked: it may be swapped out. `code` is the `errno` of `mlock(2)`.
    case memoryNotLocked(code: Int32)
    /// The stored lockout of a source is impossible; the longest wait applies.
    case damagedLockout(AttemptSource)
}

extension AuthenticationNotice: CustomStringConvertible {
    public var description: String {
        switch self {
        case .memoryNotLocked(let code):
            "PINs may be swapped out: mlock: \(SystemCall.message(code)); raise LimitMEMLOCK="
        case .damagedLockout(let source):
            "the count of wrong PINs (\(source.rawValue)) is damaged; the longest wait counts"
        }
    }
}
