import EventLoop

/// The lock of one panel: people, their PINs, what is unlocked, and how often may be guessed.
///
/// One PIN is checked at a time. While one is, the next of each source waits, the pad's first, so that whoever keeps the
/// page busy holds up nobody at the door; a further one of the same source is refused.
///
/// Times come in as values, and `deadline` says when `advance(to:)` wants to be called.
@PanelActor
public final class Gatekeeper {
    /// What PINs must be to be enrolled.
    public var rule: PINRule
    /// Who has unlocked what.
    public internal(set) var authority: Authority
    /// Those who are enrolled; `nil` before the first.
    public internal(set) var credentials: Credentials? {
        didSet { credentialsChanged() }
    }
    /// What people should be told of the start.
    public private(set) var notices: [AuthenticationNotice] = []
    /// Is called with what happens by itself.
    public var happened: (@PanelActor (LockEvent) -> Void)?
    /// Is called, before the attempt's completion, when somebody has unlocked under duress; for `notify` alone.
    public var underDuress: (@PanelActor (Person) -> Void)?

    let memory: any LockMemory
    let worker: Worker
    let newCost: HashCostChoice
    /// Tests trace them.
    var primitives = Primitives()
    /// `nil` where it cannot be read, as `keyFault` says.
    let key: DeviceKey?
    private let keyFault: LockFault?
    /// Why `memory` could not be read; `nil` where it could, or people have been enrolled anew since.
    private var unread: LockMemoryError?
    private(set) var slots = SlotTable([])
    /// Those who are enrolled were enrolled with another key than `key`.
    private var isOfOtherKey = false
    var pad: SourceState
    var remote: SourceState

    /// What an attempt is counted by, and compared with, for one source.
    struct SourceState {
        var lockout: Lockout
        var recent = RecentWrong()
    }

    /// A locked panel, with what `memory` has.
    ///
    /// - Parameters:
    ///   - key: the device's key, or why there is none: the panel then stays locked.
    ///   - worker: does the checks.
    ///   - newCost: what a check shall cost where nobody is enrolled yet.
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

    /// Why no PIN can unlock; `nil` where one can.
    public var fault: LockFault? {
        administrationFault ?? otherKeyFault ?? (credentials?.people.isEmpty == false ? nil : .nobodyEnrolled)
    }

    /// Why people cannot be removed; `nil` where they can.
    var administrationFault: LockFault? { keyFault ?? unread.map { .store($0) } }

    /// Why others cannot take the place of all there are; `nil` where they can, also of those who were lost.
    var replacementFault: LockFault? { unread?.isLoss == true ? keyFault : administrationFault }

    /// Why nobody can be enrolled; `nil` where somebody can.
    ///
    /// Beside people of another key nobody is: that key may come back, and they with it.
    var enrolmentFault: LockFault? { replacementFault ?? otherKeyFault }

    /// The key is not that of the people.
    var otherKeyFault: LockFault? { isOfOtherKey ? .otherKey : nil }

    /// `kept` is durable: what was lost before is made up for, if there is somebody in it.
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

    /// Keeps it; nothing waits for that.
    func keepLockout(of source: AttemptSource) {
        memory.save(self[source].lockout.stored, of: source) { _ in }
    }

    // MARK: Time

    /// When something happens by itself.
    public var deadline: BoottimeInstant? {
        [authority.deadline, pad.lockout.deadline, remote.lockout.deadline].compactMap(\.self).min()
    }

    /// Does what is due.
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

    /// A key, a hold or a request on `surface`: it stays unlocked, if it is.
    public func use(_ surface: Surface, at now: BoottimeInstant) {
        authority.use(surface, at: now)
    }

    /// Locks `surface`: a command, a control, a connection that has ended.
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

    /// Whose turn is first.
    enum Lane: Int {
        case pad, people, remote
    }

    private struct Waiting {
        let lane: Lane
        let begin: @PanelActor () -> Void
    }

    /// The most changes of people that wait for one another.
    private static let mostChanges = 8
    private var current: Lane?
    private var waiting: [Waiting] = []

    /// Calls `begin` when its turn comes, at once if nothing else is under way; it ends with `finish`.
    ///
    /// - Returns: whether there is a place for it.
    func submit(_ lane: Lane, begin: @escaping @PanelActor () -> Void) -> Bool {
        let others = waiting.count { $0.lane == lane } + (current == lane ? 1 : 0)
        guard others < (lane == .people ? Self.mostChanges : 1) else { return false }
        waiting.append(Waiting(lane: lane, begin: begin))
        beginNext()
        return true
    }

    /// What was under way is over.
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
    /// How long the panel stays unlocked without a key or hold; it counts from the last one, also for a panel that is unlocked.
    public func setAutoLock(_ autoLock: Duration) {
        authority.autoLock = autoLock
    }
}

/// What happened to the lock without being the answer to a call.
public enum LockEvent: Sendable, Equatable {
    /// A surface is locked again.
    case locked(Surface)
    /// Keys of a source are evaluated again.
    case lockoutEnded(AttemptSource)
}

/// Why a panel stays locked, whatever is typed.
public enum LockFault: Error, Sendable, Equatable {
    /// The device's key cannot be read.
    case key(DeviceKeyError)
    /// What is kept of people cannot be read.
    case store(LockMemoryError)
    /// Those who have a PIN were enrolled with another device key, so that none of theirs can be right.
    case otherKey
    /// Nobody has a PIN.
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

/// What people should be told, though the lock works.
public enum AuthenticationNotice: Sendable, Equatable {
    /// Secret memory could not be locked: it may be swapped out. `code` is the `errno` of `mlock(2)`.
    case memoryNotLocked(code: Int32)
    /// What the store says of a source's lockout cannot be; it counts as the longest.
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
