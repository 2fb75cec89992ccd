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
    /// The enrolled people and the parameters of their tags; `nil` before the first enrolment.
    public internal(set) var credentials: Credentials? {
        didSet { credentialsChanged() }
    }
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
    /// The device's key; `nil` where the key cannot be read, for the reason in `keyFault`.
    let key: DeviceKey?
    private let keyFault: LockFault?
    /// The reason why `memory` could not be read; `nil` after a successful load, or after people have been enrolled
    /// again.
    private var unread: LockMemoryError?
    private(set) var slots = SlotTable([])
    /// Whether the people were enrolled with a key other than `key`.
    private var isOfOtherKey = false
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
    public init(
        memory: any LockMemory, key: Result<DeviceKey, DeviceKeyError>, worker: Worker, rule: PINRule = PINRule(),
        newCost: HashCostChoice = .tuned(towards: .milliseconds(250)), authority: Authority, at now: BoottimeInstant
    ) {
        self.memory = memory
        self.worker = worker
        self.rule = rule
        self.newCost = newCost
        self.authority = authority
        switch key {
        case .success(let key): (self.key, keyFault) = (key, nil)
        case .failure(let error): (self.key, keyFault) = (nil, .key(error))
        }
        var contents = LockContents()
        do throws(LockMemoryError) {
            contents = try memory.load()
        } catch {
            unread = error
        }
        credentials = contents.credentials
        var notices: [AuthenticationNotice] = []
        func state(_ stored: StoredLockout?, _ source: AttemptSource) -> SourceState {
            guard let stored else { return SourceState(lockout: Lockout(source: source)) }
            var notice: AuthenticationNotice?
            let lockout = Lockout(stored, of: source, at: now, notice: &notice)
            if let notice { notices.append(notice) }
            return SourceState(lockout: lockout)
        }
        pad = state(contents.pad, .pad)
        remote = state(contents.remote, .remote)
        if let notice = SecretBytes.takeNotice() { notices.append(notice) }
        self.notices = notices
        credentialsChanged()
    }

    private func credentialsChanged() {
        slots = SlotTable(credentials?.people ?? [])
        isOfOtherKey =
            if let key, let credentials { !credentials.people.isEmpty && credentials.isMadeByOther(than: key) } else {
                false
            }
    }

    /// The reason why no PIN can unlock; `nil` where a PIN can.
    public var fault: LockFault? {
        administrationFault ?? otherKeyFault ?? (credentials?.people.isEmpty == false ? nil : .nobodyEnrolled)
    }

    /// The reason why people cannot be removed; `nil` where they can.
    var administrationFault: LockFault? { keyFault ?? unread.map { .store($0) } }

    /// The reason why a backup cannot replace all people; `nil` where it can, also after a loss of people.
    var replacementFault: LockFault? { unread?.isLoss == true ? keyFault : administrationFault }

    /// The reason why no person can be enrolled; `nil` where one can.
    ///
    /// The people of another key block enrolment: that key may come back, and make their PINs valid again.
    var enrolmentFault: LockFault? { replacementFault ?? otherKeyFault }

    /// The fault where the people were enrolled with another key.
    var otherKeyFault: LockFault? { isOfOtherKey ? .otherKey : nil }

    /// Uses `kept`, which is durable. If it has people, an earlier loss is over.
    func take(_ kept: Credentials) {
        credentials = kept
        if !kept.people.isEmpty { unread = nil }
    }

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

    /// The time at which to call `advance(to:)`; `nil` where no event is due.
    public var deadline: BoottimeInstant? {
        [authority.deadline, pad.lockout.deadline, remote.lockout.deadline].compactMap(\.self).min()
    }

    /// Ends the lockouts and sessions that are over at `now`, and reports each to `happened`.
    public func advance(to now: BoottimeInstant) {
        for source in AttemptSource.allCases {
            let wasDelayed = !self[source].lockout.stored.isDelayOver || self[source].lockout.attemptsLeft == 0
            guard self[source].lockout.advance(to: now) else { continue }
            keepLockout(of: source)
            if wasDelayed && self[source].lockout.end(at: now) == nil { happened?(.lockoutEnded(source)) }
        }
        tell(authority.advance(to: now))
    }

    // MARK: Sessions

    /// Records a key, a hold or a request on `surface`, which prolongs its session, if it has one.
    public func use(_ surface: Surface, at now: BoottimeInstant) {
        authority.use(surface, at: now)
    }

    /// Locks `surface`, after a command, a control, or the end of a connection.
    public func lock(_ surface: Surface) {
        tell(authority.lock(.surface(surface)))
    }

    /// Locks the panel and every other surface.
    public func lockAll() {
        tell(authority.lock(.everything))
    }

    func tell(_ locked: [Surface]) {
        for surface in locked { happened?(.locked(surface)) }
    }

    // MARK: One at a time

    /// The lanes of waiting requests; the first lane goes first.
    enum Lane: Int {
        case pad, people, remote
    }

    private struct Waiting {
        let lane: Lane
        let begin: @PanelActor () -> Void
    }

    /// The maximum number of waiting changes of people, including the current one.
    private static let mostChanges = 8
    private var current: Lane?
    private var waiting: [Waiting] = []

    /// Calls `begin` when its turn comes, at once if no request is running. The request ends with `finish`.
    ///
    /// - Returns: whether the lane has room.
    func submit(_ lane: Lane, begin: @escaping @PanelActor () -> Void) -> Bool {
        let others = waiting.count { $0.lane == lane } + (current == lane ? 1 : 0)
        guard others < (lane == .people ? Self.mostChanges : 1) else { return false }
        waiting.append(Waiting(lane: lane, begin: begin))
        beginNext()
        return true
    }

    /// Ends the current request, and begins the next.
    func finish() {
        current = nil
        beginNext()
    }

    private func beginNext() {
        guard current == nil,
            let index = waiting.indices.min(by: { waiting[$0].lane.rawValue < waiting[$1].lane.rawValue })
        else { return }
        let next = waiting.remove(at: index)
        current = next.lane
        next.begin()
    }
}

extension Gatekeeper {
    /// Sets how long the panel stays unlocked without a key or hold. The time runs from the last key or hold, also on a
    /// panel that is already unlocked.
    public func setAutoLock(_ autoLock: Duration) {
        authority.autoLock = autoLock
    }
}

/// An event of the lock that is not the answer to a call.
public enum LockEvent: Sendable, Equatable {
    /// A surface is locked again.
    case locked(Surface)
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
        case .key(let error): "locked: \(error)"
        case .store(let error) where error.isLoss:
            "locked: \(error); enrol people anew: holdfast pin add NAME"
        case .store(let error): "locked: \(error)"
        case .otherKey:
            "locked: people were enrolled with another device key; put that one back and restart the panel, or remove "
                + "them (holdfast pin remove NAME) and enrol them anew"
        case .nobodyEnrolled: "locked: nobody has a PIN; enrol somebody: holdfast pin add NAME"
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
