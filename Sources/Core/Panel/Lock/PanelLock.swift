import Authentication
import EventLoop
import MonotonicTime

/// The lock of a panel, from the keys of its pads to the unlocked surfaces.
///
/// A `PanelLock` outlives its engines: reloading the panel's file replaces the engine and keeps the lock.
///
/// ```
///   keys ─▶ PINEntry (one a pad) ─ enter ─▶ Gatekeeper ─▶ onEvent: right, wrong, unlocked, locked, lockout …
/// ```
@PanelActor
public final class PanelLock {
    /// An event of the lock, for lights, displays and waiting controls.
    enum Event: Sendable, Hashable {
        /// A key was taken; the event does not say which.
        case keyed
        /// The typed digits were discarded, by the clear key or after `patience`.
        case cleared(byKey: Bool)
        /// A PIN is being checked.
        case checking
        case right
        case wrong
        /// The attempt was refused without an evaluation, for this reason.
        case refused(String)
        case unlocked
        case locked
        /// The panel is about to be locked, since its person's PIN is not valid any more, for this reason.
        case refusedByClock(String)
        /// The end of the pad's lockout has changed.
        case lockoutChanged
        /// Programs are locked out for this duration after too many wrong PINs of theirs.
        case programsLockedOut(Duration)
        /// A person has unlocked any surface under duress.
        case duress(String)
        /// The enrolment's request for input has changed; `refusal` says why the last input was not accepted.
        case enrolling(refusal: String?)
        /// The person of this name has a PIN now, typed at the pad.
        case enrolled(String)
    }

    /// People, PINs and unlocked surfaces.
    public let gatekeeper: Gatekeeper
    let clock: any LockClock
    /// The audit trail; `nil` if the panel keeps none.
    let audit: AuditLog?
    let scheduler: any Scheduler
    /// Called on the loop with each event.
    var onEvent: (@PanelActor (Event) -> Void)?
    /// Called when a program's session has begun or ended.
    var onSessionChange: (@PanelActor (Surface) -> Void)?
    /// The time without a key after which the typed digits are discarded.
    var patience = Duration.seconds(15)

    /// The enrolment in progress at the pad.
    var enrolment: PadEnrolment?
    var enrolmentTimer: PanelTimer?
    private var entries: [String: PINEntry] = [:]
    /// The pads with digits typed and not yet submitted.
    private var begun: Set<String> = []
    /// How many PINs of the pads are being checked.
    private var checks = 0
    private var timer: PanelTimer?
    private var patienceTimer: PanelTimer?
    private var lastConnection: UInt64 = 0
    /// The author of the locking in progress; outside `lock(by:)`, the lock itself.
    private var locker = AuditActor.itself

    /// Creates a locked panel.
    ///
    /// - Parameter audit: the audit trail; without it, nothing is recorded.
    public init(
        _ gatekeeper: Gatekeeper, audit: AuditLog? = nil, clock: any LockClock, scheduler: any Scheduler
    ) {
        self.gatekeeper = gatekeeper
        self.audit = audit
        self.clock = clock
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.advance() }
        patienceTimer = scheduler.makeTimer { [weak self] in self?.forget(byKey: false) }
        gatekeeper.happened = { [weak self] event in self?.note(event) }
        gatekeeper.underDuress = { [weak self] person in self?.onEvent?(.duress(person.name)) }
        armTimer()
    }

    /// Locks everything and stops the lock: it takes no more keys and raises no more events.
    public func stop() {
        endEnrolment(.failed("the panel ends"))
        (onEvent, onSessionChange) = (nil, nil)
        gatekeeper.lockAll()
        (gatekeeper.happened, gatekeeper.underDuress) = (nil, nil)
        clearEntries()
        timer?.cancel()
        (timer, patienceTimer) = (nil, nil)
    }

    /// Whether the panel is unlocked at its own pad.
    public var isUnlocked: Bool {
        gatekeeper.authority.isUnlocked(.panel, at: clock.boottime, localTime: localTime)
    }

    /// The person who has unlocked the panel at its own pad.
    var person: Person? { person(on: .panel) }

    /// The person who has unlocked a surface; `nil` while it is locked.
    func person(on surface: Surface) -> Person? {
        gatekeeper.authority.person(on: surface, at: clock.boottime, localTime: localTime)
    }

    /// The time until a surface is locked, unless a use prolongs it; `nil` while it is locked.
    func timeLeft(on surface: Surface) -> Duration? {
        gatekeeper.authority.timeLeft(on: surface, at: clock.boottime, localTime: localTime)
    }

    /// Whether the session in which a program has asked lasts.
    func lasts(_ session: SessionReference) -> Bool { person(on: session.surface)?.id == session.person }

    /// Whether a person may go on with what the person has begun in an earlier session.
    func mayGoOn(_ person: PersonReference) -> Bool { gatekeeper.mayGoOn(person, localTime: localTime) }

    /// The reason why no PIN can unlock, in words; `nil` if a PIN can.
    public var obstacle: String? { gatekeeper.fault?.description }

    /// The time until the pad takes PINs again; `nil` if it takes them now.
    ///
    /// While a PIN is checked, the value is `nil`: the attempt counts as a wrong one until its result is known, and is
    /// given back if right.
    public var lockout: Duration? { checks > 0 ? nil : lockout(of: .pad) }

    /// Whether a pad has typed digits, a PIN is being checked, or an enrolment is in progress.
    var isInUse: Bool { !begun.isEmpty || checks > 0 || enrolment != nil }

    /// The time until a source's PINs are taken again; `nil` if they are taken now.
    func lockout(of source: AttemptSource) -> Duration? {
        let now = clock.boottime
        return gatekeeper.lockout(of: source).end(at: now).map { now.duration(to: $0) }
    }

    // MARK: Keys

    /// Handles a key press of a pad. During a lockout, keys are ignored.
    func press(_ key: PadKey, on pad: String) {
        advance()
        guard lockout == nil else {
            onEvent?(.lockoutChanged)
            return
        }
        use()
        enrolmentUsed()
        let entry = entries[pad] ?? PINEntry()
        entries[pad] = entry
        switch key {
        case .digit(let digit):
            entry.append(digit)
            begun.insert(pad)
            onEvent?(.keyed)
            patienceTimer?.arm(at: scheduler.now.advanced(by: patience))
        case .clear:
            // The first press clears the input, the second cancels the enrolment.
            if begun.isEmpty { endEnrolment(.failed("it was given up at the pad")) }
            forget(byKey: true)
        case .enter:
            begun.remove(pad)
            if begun.isEmpty { patienceTimer?.cancel() }
            check(entry.take())
        case .other: break
        }
    }

    /// Discards the typed digits, since the keypad may have misread the keys.
    func spoil(_ reason: String) {
        guard lockout == nil else { return }
        clearEntries()
        onEvent?(.refused(reason))
    }

    /// Types a PIN and submits it, as a user at the panel does.
    public func enter(_ digits: String) {
        for digit in digits { press(.digit(digit.wholeNumberValue ?? -1), on: "") }
        press(.enter, on: "")
    }

    func clearEntries() {
        patienceTimer?.cancel()
        for entry in entries.values { entry.clear() }
        begun = []
    }

    func forget(byKey: Bool) {
        clearEntries()
        onEvent?(.cleared(byKey: byKey))
    }

    private func check(_ pin: PIN) {
        guard !pin.isEmpty else { return }
        if let enrolment, enrolment.step != .owner { return enrol(enrolment, taking: pin) }
        checks += 1
        onEvent?(.checking)
        gatekeeper.attempt(pin, on: .panel, at: clock.boottime, localTime: localTime) { [weak self] outcome in
            self?.concluded(outcome)
        }
    }

    /// The local time that guests' hours are compared with; an implausible clock counts as an unsynchronized one.
    var localTime: LocalMoment {
        clock.local ?? .unknown
    }

    private func concluded(_ outcome: AttemptOutcome) {
        checks -= 1
        note(outcome, on: .panel, by: .panel)
        switch outcome {
        case .unlocked:
            onEvent?(.right)
            onEvent?(.unlocked)
        case .wrong(let end):
            onEvent?(.wrong)
            if end != nil { onEvent?(.lockoutChanged) }
        case .refused(.lockedOut): onEvent?(.lockoutChanged)
        case .refused(let refusal): onEvent?(.refused(refusal.description))
        }
        if let enrolment, enrolment.step == .owner { enrol(enrolment, after: outcome) }
        armTimer()
    }

    // MARK: Time and use

    /// Extends the unlocked period of a surface, if any: a control was held, or a client has made a call.
    func use(_ surface: Surface = .panel) {
        gatekeeper.use(surface, at: clock.boottime, localTime: localTime)
        armTimer()
    }

    /// Sets how long sessions last, present ones as well.
    func setLimits(_ limits: SessionLimits) {
        gatekeeper.setLimits(limits)
        advance()
    }

    /// Ends the sessions that the wall clock refuses, after the clock was set or has become trusted.
    public func clockChanged() { advance() }

    /// Locks the panel; connections of other programs stay unlocked. If the panel is already locked, a program cannot
    /// discard the digits that a user is typing at the pad.
    func lock(by who: AuditActor) {
        guard isUnlocked || who.source == .pad else { return }
        endEnrolment(.failed("the panel was locked"))
        forget(byKey: false)
        locker = who
        gatekeeper.lock(.panel)
        locker = .itself
        armTimer()
    }

    private func advance() {
        gatekeeper.advance(to: clock.boottime, localTime: localTime)
        armTimer()
    }

    private func note(_ event: LockEvent) {
        note(event, by: locker)
        switch event {
        case .locked(.panel, because: let reason):
            endEnrolment(.failed("the panel was locked"))
            if let reason { onEvent?(.refusedByClock(reason.description)) }
            onEvent?(.locked)
        case .lockoutEnded(.pad): onEvent?(.lockoutChanged)
        case .locked(let surface, because: _): onSessionChange?(surface)
        case .lockoutEnded: break
        }
    }

    /// Arms the timer for the gatekeeper's next deadline. The kernel's timers use a clock that stops while the machine
    /// sleeps, so `advance` compares deadlines with `CLOCK_BOOTTIME`.
    func armTimer() {
        let now = clock.boottime
        let left = gatekeeper.deadline(at: now, localTime: localTime).map { now.duration(to: $0) }
        timer?.arm(at: left.map { scheduler.now.advanced(by: max($0, .zero)) })
    }

    // MARK: Programs

    /// Checks a PIN that a program gives on its connection.
    ///
    /// - Parameter completion: receives the outcome and the time of the attempt.
    func attempt(
        _ pin: PIN, on surface: Surface, by who: AuditActor,
        completion: @escaping @PanelActor (AttemptOutcome, BoottimeInstant) -> Void
    ) {
        let now = clock.boottime
        gatekeeper.attempt(pin, on: surface, at: now, localTime: localTime) { [weak self] outcome in
            self?.note(outcome, on: surface, by: who)
            self?.armTimer()
            if case .unlocked = outcome { self?.onSessionChange?(surface) }
            if case .wrong(let end?) = outcome { self?.onEvent?(.programsLockedOut(now.duration(to: end))) }
            completion(outcome, now)
        }
    }

    /// A new connection surface with a unique number.
    func nextConnection() -> Surface {
        lastConnection += 1
        return .connection(lastConnection)
    }
}

@PanelActor
public protocol LockClock: AnyObject {
    /// `CLOCK_BOOTTIME`, which also runs while the machine sleeps. Lockouts and automatic locking are measured on it.
    var boottime: BoottimeInstant { get }

    /// The wall clock at the panel's location, for guests with limited hours; `nil` if the clock shows an implausible
    /// year.
    var local: LocalMoment? { get }
}
