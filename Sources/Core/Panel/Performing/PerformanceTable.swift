import ControlModel
import MonotonicTime

/// The life of performances, from the request to the end.
///
/// A pure state machine, beside `ButtonRecognizer`: requests, proofs, replies, answers and the passing of time go in, and
/// each function returns the one effect that `Executor` and its parts carry out. The table asks `AccessPolicy` itself, so
/// no state leads to a guarded effect without the requester's authority.
///
/// ```
///   request ─┬─ refuse
///            ├─ waitForPIN ── wait ── pinAccepted ── request
///            ├─ prove ─────── proved ─────── request
///            ├─ answer ─ (disk) ─ endQuestion
///            └─ begin ─┬─ delay ─ elapsed ─┐
///                      └───────────────────┴─┬─ beginMembers ─ memberEnded ─┬─▶ end
///                                            ├─ beginIntent ─ send ─ replied ┤
///                                            │                  └─ ask ──────┤
///                                            └───────────────────────────────┘
/// ```
/// A control has at most one entry: a request that waits for the disk, or a performance.
struct PerformanceTable: Sendable {
    private(set) var entries: [ID: Entry] = [:]
    private(set) var pending: Pending?
    private var lastNumber: UInt64 = 0

    /// The most questions of one performance. Users' time does not count towards the time limit, so without a bound an
    /// intent could go on for ever.
    static let mostQuestions = 8

    /// The most intents that follow the first one; a longer chain is a programming error.
    static let mostFollowers = 8

    /// Why a running control is not performed again (C25: one action at a time).
    static let stillRunning = "still running"

    // MARK: Requests

    enum RequestEffect: Hashable, Sendable {
        /// - Parameter isLacking: whether the reason is a missing authority, which reveals nothing private.
        case refuse(String, isLacking: Bool)
        /// The requester gets a refusal with this reason, and the control waits for a PIN; `wait` follows.
        case waitForPIN(reason: String)
        /// The disk has to prove that it takes the audit entry; `proved` follows.
        case prove(ID)
        /// The request answers the control's question.
        case answer(Question)
        /// - Parameter isByUser: whether a person at the panel acts, which replaces a control that waits for a PIN.
        case begin(ID, isByUser: Bool)
    }

    /// Handles a request to perform a control.
    ///
    /// - Parameters:
    ///   - obstacle: why the control cannot be performed at all, such as a missing implementation.
    ///   - objection: why the control cannot be performed now, such as an interlock.
    mutating func request(
        _ request: Request, obstacle: String?, objection: String?, lock: @autoclosure () -> LockFacts
    ) -> RequestEffect {
        let (needed, requester) = (request.access.needed, request.access.requester)
        let access = AccessPolicy.decide(request.access, lock())
        // A broken disk must not hide that the requester lacks the authority.
        let lacking = request.access.isPart ? nil : Self.lackingReason(to: needed, for: requester, lock())
        let current = entry(of: request.control)
        // A second hold answers the question (C24). A request with a state or a value is another performance and no
        // answer, and the panel itself gives no answers.
        if let current, let question = current.question, request.isPlain, lacking == nil, !requester.isPanelItself {
            let reason = Self.lackingReason(to: current.needed, for: requester, lock())
            return reason.map { .refuse($0, isLacking: true) } ?? .answer(question)
        }
        // The reason may reveal a private state, so a requester without the rights does not get it.
        if lacking == nil || !request.access.isPrivate {
            if let obstacle { return .refuse(obstacle, isLacking: false) }
            if let current, !current.isProving { return .refuse(Self.stillRunning, isLacking: false) }
            if let objection { return .refuse(objection, isLacking: false) }
            if current != nil, AccessPolicy.mustBeWritten(needed, by: requester, lock().trail) {
                return .refuse(Self.stillRunning, isLacking: false)
            }
            if access == .cannotBeWritten { return .refuse(AccessPolicy.cannotBeWritten, isLacking: false) }
        }
        if let lacking {
            guard case .waitsForPIN = access else { return .refuse(lacking, isLacking: true) }
            return .waitForPIN(reason: lacking)
        }
        if access == .allowedOnceProved {
            return .prove(add(request.control, requester, needed, .proving(forInterlock: false)))
        }
        // A performance replaces a request that waits for the disk.
        if let current { entries[current.id] = nil }
        let isByUser =
            (requester == .panel || requester == .trusted) && !request.access.isPart && !request.access.isDelegated
        if isByUser { pending = nil }
        return .begin(add(request.control, requester, needed, .running), isByUser: isByUser)
    }

    private mutating func add(
        _ control: Control?, _ requester: Requester, _ needed: ControlAuthentication, _ phase: Phase
    ) -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        entries[id] = Entry(id: id, control: control, requester: requester, needed: needed, phase: phase)
        return id
    }

    /// Whether the request still waits, or the performance has not ended.
    func contains(_ id: ID) -> Bool { entries[id] != nil }

    private func entry(of control: Control) -> Entry? { entries.values.first { $0.control == control } }

    /// Why a requester lacks the authority to perform something; `nil` where the requester has it.
    private static func lackingReason(
        to needed: ControlAuthentication, for requester: Requester, _ lock: @autoclosure () -> LockFacts
    ) -> String? {
        AccessPolicy.decide(AccessQuestion(needed: needed, requester: requester, isPrivate: true), lock())
            .lackingReason
    }

    // MARK: The disk

    /// Handles the disk's answer to `prove`, whichever the answer is.
    ///
    /// - Returns: whether the request still waits; another performance may have replaced it.
    mutating func proved(_ id: ID) -> Bool {
        guard entries[id]?.isProving == true else { return false }
        entries[id] = nil
        return true
    }

    /// Forgets all requests that wait for the disk, as the panel stops.
    mutating func dropProofs() { entries = entries.filter { !$1.isProving } }

    /// Makes way for an interlock's turning off, which does not wait for the proof of a person's request.
    ///
    /// - Returns: `false` while the control performs, or the interlock already waits for the disk.
    mutating func makeWay(_ control: Control) -> Bool {
        guard let current = entry(of: control) else { return true }
        guard current.phase == .proving(forInterlock: false) else { return false }
        entries[current.id] = nil
        return true
    }

    /// Waits for the disk before an interlock turns a guarded control off; `proved` follows.
    mutating func proveForInterlock(_ control: Control) -> ID {
        add(control, .itself, .none, .proving(forInterlock: true))
    }

    /// Whether an interlock waits for the disk before it turns the control off.
    func isProvingForInterlock(_ control: Control) -> Bool {
        entry(of: control)?.phase == .proving(forInterlock: true)
    }

    // MARK: The PIN

    /// Makes a control wait for a PIN, in place of another one.
    mutating func wait(_ pending: Pending) { self.pending = pending }

    /// Drops the waiting control: the user did something else.
    mutating func dropPending() { pending = nil }

    /// Handles the passing of time: drops the control that has waited too long.
    ///
    /// - Returns: whether a control was dropped.
    mutating func dropPending(at now: MonotonicInstant) -> Bool {
        guard let pending, pending.until <= now else { return false }
        self.pending = nil
        return true
    }

    /// Handles the right PIN, whose check may have taken long.
    ///
    /// - Returns: the control to perform, once; `nil` if it has waited too long.
    mutating func pinAccepted(at now: MonotonicInstant) -> Pending? {
        defer { pending = nil }
        return pending.flatMap { $0.until > now ? $0 : nil }
    }

    // MARK: Performing

    /// Why a performance may not go on after a wait: its requester has lost the authority for it; `nil` where it may.
    func objection(toContinue id: ID, lock: @autoclosure () -> LockFacts) -> String? {
        entries[id].flatMap { Self.lackingReason(to: $0.needed, for: $0.requester, lock()) }
    }

    /// Delays a performance that has begun, at most until its time limit; `elapsed` follows.
    mutating func delay(_ id: ID, by delay: Duration, limit: Duration?, at now: MonotonicInstant) {
        guard entries[id]?.phase == .running else { return }
        let isTooLong = limit.map { $0 < delay } ?? false
        entries[id]?.delay = delay
        entries[id]?.phase = .delayed(
            until: now.advanced(by: isTooLong ? limit ?? delay : delay), isTooLong: isTooLong)
    }

    /// Begins the members of a scene; the start itself counts as one more member, since members may end at once.
    mutating func beginMembers(_ id: ID, count: Int) {
        guard entries[id]?.phase == .running else { return }
        entries[id]?.phase = .members(left: count + 1)
    }

    /// Handles the end of a member, or of the start.
    ///
    /// - Returns: whether all members have ended.
    mutating func memberEnded(_ id: ID) -> Bool {
        guard case .members(let left) = entries[id]?.phase else { return false }
        entries[id]?.phase = .members(left: left - 1)
        return left == 1
    }

    /// Begins a performance in an extension.
    mutating func beginIntent(_ id: ID, limit: Duration?, at now: MonotonicInstant) {
        guard let entry = entries[id] else { return }
        let step: Step
        switch entry.phase {
        case .running: step = .preparing
        case .intent(let current, .running(until: nil)): step = current
        case .proving, .delayed, .members, .intent: return
        }
        let until = limit.map { now.advanced(by: $0 - entry.delay) }
        entries[id]?.phase = .intent(step, .running(until: until))
    }

    /// Adds the performance of an intent run by name. Its time begins with `beginIntent`.
    mutating func addIntent(by requester: Requester) -> ID {
        add(nil, requester, .none, .intent(.preparing, .running(until: nil)))
    }

    /// The effect of the demand to send an intent.
    enum SendEffect: Hashable, Sendable {
        case refuse(String)
        /// Too many intents have followed one another.
        case endChain
        /// The disk has to prove that it takes the audit entry; another demand follows.
        case prove
        case send
        /// The performance has ended, or its extension still performs: nothing is sent.
        case nothing
    }

    /// Handles the demand to send an intent with its own policy, at first or as a follower.
    ///
    /// - Parameter isProved: whether the disk has proved, for this intent, that it takes the audit entry.
    mutating func send(
        _ id: ID, needing needed: ControlAuthentication, isProved: Bool, lock: @autoclosure () -> LockFacts
    ) -> SendEffect {
        guard let entry = entries[id], case .intent(.preparing, let clock) = entry.phase else { return .nothing }
        // No person has allowed additions to the panel's own performance.
        let isFollower = entry.sent > 0
        let requester = isFollower ? entry.requester.ofFollower : entry.requester
        // The proof takes time, in which the requester may have lost the authority for the control itself.
        let isLate = isProved && !isFollower
        let question = AccessQuestion(needed: isLate ? max(needed, entry.needed) : needed, requester: requester)
        let access = AccessPolicy.decide(question, lock())
        if let reason = access.objection { return .refuse(reason) }
        guard entry.sent <= Self.mostFollowers else { return .endChain }
        // The proof for the control covers its intent, if the intent needs no more than the control.
        if !isProved, isFollower || needed > entry.needed { return .prove }
        entries[id]?.needed = max(entry.needed, needed)
        entries[id]?.sent += 1
        entries[id]?.phase = .intent(.calling, clock)
        return .send
    }

    /// Handles the extension's reply to an intent.
    ///
    /// - Returns: `false` if the reply is to be ignored.
    mutating func replied(_ id: ID) -> Bool {
        guard case .intent(.calling, let clock) = entries[id]?.phase else { return false }
        entries[id]?.phase = .intent(.preparing, clock)
        return true
    }

    // MARK: Questions

    /// Asks the user a question, and stops the time limit meanwhile.
    ///
    /// - Returns: `nil` if the question cannot be asked: an intent without a control, a second question at a time, and
    ///   too many questions.
    mutating func ask(_ id: ID, for duration: Duration, at now: MonotonicInstant) -> Question? {
        guard let entry = entries[id], entry.control != nil,
            case .intent(let step, .running(let until)) = entry.phase, entry.questions < Self.mostQuestions
        else { return nil }
        entries[id]?.questions += 1
        entries[id]?.phase = .intent(
            step, .asking(until: now.advanced(by: duration), limitLeft: until.map { now.duration(to: $0) }))
        return question(of: id)
    }

    /// The question of a performance that waits for its answer.
    func question(of id: ID) -> Question? { entries[id]?.question }

    /// Why a requester may not answer a question; `nil` for a requester with the rights for the performance itself.
    func objection(toAnswer question: Question, by requester: Requester, lock: LockFacts) -> String? {
        guard let entry = entries[question.performance], entry.question == question else { return Self.nothingWaits }
        return Self.lackingReason(to: entry.needed, for: requester, lock)
    }

    /// Why a question is not answered any more.
    static let nothingWaits = "nothing waits to be confirmed"

    /// Ends a question with or without an answer. The time limit continues.
    ///
    /// - Returns: `false` if the question has ended before.
    mutating func endQuestion(_ question: Question, at now: MonotonicInstant) -> Bool {
        guard let entry = entries[question.performance], entry.question == question,
            case .intent(let step, .asking(_, let limitLeft)) = entry.phase
        else { return false }
        entries[entry.id]?.phase = .intent(step, .running(until: limitLeft.map { now.advanced(by: $0) }))
        return true
    }

    // MARK: Time and the end

    /// The effect of the passing of time on a performance.
    enum TimeEffect: Hashable, Sendable {
        /// The simulated delay has ended: the performance starts.
        case start
        /// The performance has taken too long.
        case fail
        /// The question was not answered in time.
        case endQuestion(Question)
    }

    /// The time for the next `elapsed` of a performance; `nil` without one.
    func deadline(of id: ID) -> MonotonicInstant? { entries[id]?.deadline }

    /// Handles the passing of time for a performance.
    mutating func elapsed(_ id: ID, at now: MonotonicInstant) -> TimeEffect? {
        guard let entry = entries[id], let deadline = entry.deadline, deadline <= now else { return nil }
        switch entry.phase {
        case .delayed(_, isTooLong: false):
            entries[id]?.phase = .running
            return .start
        case .delayed, .intent(_, .running): return .fail
        case .intent(_, .asking): return entry.question.map { .endQuestion($0) }
        case .proving, .running, .members: return nil
        }
    }

    /// Ends a performance.
    ///
    /// - Returns: `false` if the performance has ended before.
    mutating func end(_ id: ID) -> Bool { entries.removeValue(forKey: id) != nil }
}
