import Authentication
import EventLoop
import MonotonicTime

/// The lock of a panel, from the keys of its pads to what is unlocked. It outlives the engines that follow one another when
/// the panel's file is read again.
///
/// ```
///   keys ─▶ PINEntry (one a pad) ─ enter ─▶ Gatekeeper ─▶ told: right, wrong, unlocked, locked, lockout …
/// ```
@PanelActor
public final class PanelLock {
    /// What happens, for lights, displays and whatever waits.
    enum Event: Sendable, Hashable {
        /// A key was taken, whichever it was.
        case keyed
        /// What was typed is forgotten; by whoever pressed the key for that, or since nobody went on.
        case cleared(byKey: Bool)
        /// A PIN is being checked.
        case checking
        /// A PIN was right.
        case right
        /// A PIN was wrong.
        case wrong
        /// It is not told whether it was right, in these words.
        case refused(String)
        /// The panel is unlocked.
        case unlocked
        /// The panel is locked.
        case locked
        /// When the pad takes PINs again has changed.
        case lockoutChanged
        /// Programs give no PINs for so long: too many of theirs were wrong.
        case programsLockedOut(Duration)
        /// A person has unlocked under duress, wherever.
        case duress(String)
        /// What is asked for to give somebody a PIN has changed; `refusal`: what was typed last does not do.
        case enrolling(refusal: String?)
        /// Somebody of this name has a PIN now, which was typed at the pad.
        case enrolled(String)
    }

    /// People, PINs and what is unlocked.
    public let gatekeeper: Gatekeeper
    let clock: any LockClock
    /// Where it is written down who did what; `nil`: nowhere.
    let audit: AuditLog?
    let scheduler: any Scheduler
    /// Called on the loop with what happens.
    var told: (@PanelActor (Event) -> Void)?
    /// After how long without a key what was typed is forgotten.
    var patience = Duration.seconds(15)

    /// Somebody who is given a PIN at the pad.
    var enrolment: PadEnrolment?
    var enrolmentTimer: PanelTimer?
    private var entries: [String: PINEntry] = [:]
    /// The pads at which somebody has begun to type.
    private var begun: Set<String> = []
    /// How many of their PINs are being checked.
    private var checks = 0
    private var timer: PanelTimer?
    private var patienceTimer: PanelTimer?
    private var lastConnection: UInt64 = 0
    /// Who locks something just now; by itself it locks otherwise.
    private var locker = AuditActor.itself

    /// A locked panel.
    ///
    /// - Parameter audit: where it is written down who did what; without it, nowhere.
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
        gatekeeper.underDuress = { [weak self] person in self?.told?(.duress(person.name)) }
        armTimer()
    }

    /// Ends it, locked: nothing is taken or told any more.
    public func stop() {
        endEnrolment(.failed("the panel ends"))
        told = nil
        gatekeeper.lockAll()
        (gatekeeper.happened, gatekeeper.underDuress) = (nil, nil)
        clearEntries()
        timer?.cancel()
        (timer, patienceTimer) = (nil, nil)
    }

    /// Whether the panel is unlocked at its own pad.
    public var isUnlocked: Bool { person != nil }

    /// Who has unlocked the panel at its own pad.
    var person: Person? { gatekeeper.authority.person(on: .panel, at: clock.boottime) }

    /// Why no PIN can unlock, in words; `nil` where one can.
    public var obstacle: String? { gatekeeper.fault?.description }

    /// How long until the pad takes PINs again; `nil` where it does.
    ///
    /// While a PIN is checked it does: the attempt is counted as a wrong one before that is known, and given back.
    public var lockout: Duration? { checks > 0 ? nil : lockout(of: .pad) }

    /// Whether somebody is typing, or what they have typed is being checked.
    var isInUse: Bool { !begun.isEmpty || checks > 0 || enrolment != nil }

    /// How long until PINs of a source are taken again; `nil` where they are.
    func lockout(of source: AttemptSource) -> Duration? {
        let now = clock.boottime
        return gatekeeper.lockout(of: source).end(at: now).map { now.duration(to: $0) }
    }

    // MARK: Keys

    /// A key of a pad went down. During a lockout none is evaluated.
    func press(_ key: PadKey, on pad: String) {
        advance()
        guard lockout == nil else {
            told?(.lockoutChanged)
            return
        }
        gatekeeper.use(.panel, at: clock.boottime)
        armTimer()
        enrolmentUsed()
        let entry = entries[pad] ?? PINEntry()
        entries[pad] = entry
        switch key {
        case .digit(let digit):
            entry.append(digit)
            begun.insert(pad)
            told?(.keyed)
            patienceTimer?.arm(at: scheduler.now.advanced(by: patience))
        case .clear:
            // Once to begin anew, again to give it up.
            if begun.isEmpty { endEnrolment(.failed("it was given up at the pad")) }
            forget(byKey: true)
        case .enter:
            begun.remove(pad)
            if begun.isEmpty { patienceTimer?.cancel() }
            check(entry.take())
        case .other: break
        }
    }

    /// What was typed is not what somebody meant to type.
    func spoil(_ reason: String) {
        guard lockout == nil else { return }
        clearEntries()
        told?(.refused(reason))
    }

    /// Types a PIN and ends it, as somebody in front of the panel does.
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
        told?(.cleared(byKey: byKey))
    }

    private func check(_ pin: PIN) {
        guard !pin.isEmpty else { return }
        if let enrolment, enrolment.step != .owner { return enrol(enrolment, taking: pin) }
        checks += 1
        told?(.checking)
        gatekeeper.attempt(pin, on: .panel, at: clock.boottime, localTime: localTime) { [weak self] outcome in
            self?.concluded(outcome)
        }
    }

    /// What guests' hours are held against; a clock that shows nonsense counts as one that nobody keeps right.
    var localTime: LocalMoment {
        clock.local ?? .unknown
    }

    private func concluded(_ outcome: AttemptOutcome) {
        checks -= 1
        note(outcome, on: .panel, by: .panel)
        switch outcome {
        case .unlocked:
            told?(.right)
            told?(.unlocked)
        case .wrong(let end):
            told?(.wrong)
            if end != nil { told?(.lockoutChanged) }
        case .refused(.lockedOut): told?(.lockoutChanged)
        case .refused(let refusal): told?(.refused(refusal.description))
        }
        if let enrolment, enrolment.step == .owner { enrol(enrolment, after: outcome) }
        armTimer()
    }

    // MARK: Time and use

    /// A control was held: the panel stays unlocked, if it is.
    func use() {
        gatekeeper.use(.panel, at: clock.boottime)
        armTimer()
    }

    /// Locks the panel; what other programs have unlocked stays so. Where it is locked, no program takes away what somebody
    /// types at the pad.
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
        gatekeeper.advance(to: clock.boottime)
        armTimer()
    }

    private func note(_ event: LockEvent) {
        note(event, by: locker)
        switch event {
        case .locked(.panel):
            endEnrolment(.failed("the panel was locked"))
            told?(.locked)
        case .lockoutEnded(.pad): told?(.lockoutChanged)
        case .locked, .lockoutEnded: break
        }
    }

    /// The kernel's timers go by another clock, which stands still while the machine sleeps: what is due is looked at by the
    /// right one.
    func armTimer() {
        let left = gatekeeper.deadline.map { clock.boottime.duration(to: $0) }
        timer?.arm(at: left.map { scheduler.now.advanced(by: max($0, .zero)) })
    }

    // MARK: Programs

    /// Checks a PIN that a program gives by its connection.
    ///
    /// - Parameter completion: is given what came of it, and when it was asked.
    func attempt(
        _ pin: PIN, on surface: Surface, by who: AuditActor,
        completion: @escaping @PanelActor (AttemptOutcome, BoottimeInstant) -> Void
    ) {
        let now = clock.boottime
        gatekeeper.attempt(pin, on: surface, at: now, localTime: localTime) { [weak self] outcome in
            self?.note(outcome, on: surface, by: who)
            self?.armTimer()
            if case .wrong(let end?) = outcome { self?.told?(.programsLockedOut(now.duration(to: end))) }
            completion(outcome, now)
        }
    }

    /// A number for a connection, which no other has.
    func nextConnection() -> Surface {
        lastConnection += 1
        return .connection(lastConnection)
    }
}
