import ControlModel
import MonotonicTime

@testable import Panel

/// A panel around `PerformanceTable`, reduced to values: two controls, a scene of both, a lock, a disk and an extension.
///
/// The gate is guarded and performs in an extension. The lamp needs a PIN to turn off, and its interlock names the gate.
/// The world carries out the table's effects as `Executor` does, and notes each effect that breaks a rule.
struct PerformanceWorld {
    /// A caller that waits for the end of a performance.
    enum Waiter: Hashable {
        case caller(Int)
        case scene(PerformanceTable.ID)
    }

    struct Request {
        var control: Control
        var isOn: Bool?
        var person: Person
        var options: PerformanceOptions = []
        var waiter: Waiter
    }

    struct Run {
        let id: PerformanceTable.ID
        let request: Request
        /// The target state at the beginning.
        let goesOn: Bool?
        var waiters: [Waiter]
        /// How often the control's line was driven, or an intent was sent.
        var sent = 0
        /// How many questions were asked.
        var asked = 0
    }

    enum Proof {
        case request(PerformanceTable.ID, Request)
        case interlock(PerformanceTable.ID)
        case intent(PerformanceTable.ID)
        case answer(PerformanceTable.Question, asked: Int, Waiter)
    }

    private(set) var table = PerformanceTable()
    private(set) var now = MonotonicInstant.zero
    private(set) var facts: LockFacts
    private(set) var isOn = [false, false, false]
    private(set) var runs: [Run] = []
    private(set) var proofs: [Proof] = []
    private(set) var calls: [PerformanceTable.ID] = []
    /// The control that may be performed by a right PIN, apart from the table.
    private var expectedPending: Control?
    private var callers = 0
    /// The callers without an outcome.
    private var open: Set<Int> = []
    private(set) var hasStopped = false
    private var delay: Duration?
    /// The broken rules.
    private(set) var violations: [String] = []

    init(trail: LockFacts.Trail) {
        facts = LockFacts(isUnlocked: false, isEntitled: true, keepsPINs: true, trail: trail)
    }

    private mutating func check(_ isKept: Bool, _ rule: String) {
        if !isKept { violations.append(rule) }
    }

    // MARK: Events

    /// Handles an event.
    ///
    /// - Returns: `false` if the event cannot happen now.
    mutating func handle(_ event: Event) -> Bool {
        if hasStopped {
            guard case .proof = event else { return false }
        }
        switch event {
        case .hold(let control, let person): request(control, by: person)
        case .turnOn(let control, let person): request(control, isOn: true, by: person)
        case .delayedHold(let control, let seconds):
            delay = .seconds(seconds)
            request(control, by: .panel)
            delay = nil
        case .turnOffByInterlock:
            guard isOn[Control.gate.rawValue], isOn[Control.lamp.rawValue] else { return false }
            interlock()
        case .unlock:
            guard facts.padObstacle == nil else { return false }
            facts.isUnlocked = true
            let pending = table.pinAccepted(at: now)
            check(pending?.control == expectedPending?.id, "a PIN performs exactly the control that waits")
            expectedPending = nil
            if pending?.control == Control.gate.id { request(.gate, isOn: pending?.isOn, by: .panel) }
            if pending?.control == Control.lamp.id { request(.lamp, isOn: pending?.isOn, by: .panel) }
            if pending?.control == Control.scene.id { request(.scene, by: .panel) }
        case .lock:
            guard facts.isUnlocked else { return false }
            facts.isUnlocked = false
        case .endRights:
            guard facts.isEntitled else { return false }
            facts.isEntitled = false
        case .loseKeypad: facts.padObstacle = facts.padObstacle == nil ? "the keypad is gone" : nil
        case .breakDisk:
            guard facts.trail != .none else { return false }
            facts.trail = facts.trail == .writable ? .failing : .writable
        case .proof(let succeeds):
            guard !proofs.isEmpty else { return false }
            proved(proofs.removeFirst(), succeeds)
        case .reply(let reply):
            guard !calls.isEmpty else { return false }
            replied(reply, to: calls.removeFirst())
        case .ask:
            guard let id = calls.first else { return false }
            let question = table.ask(id, for: .seconds(10), at: now)
            let index = runs.firstIndex { $0.id == id }
            check(question == nil || index != nil, "only a performance in progress asks")
            if let index, question != nil { runs[index].asked += 1 }
        case .withdraw:
            guard let question = calls.first.flatMap({ table.question(of: $0) }) else { return false }
            check(table.endQuestion(question, at: now), "a question that waits can be withdrawn")
        case .answer(let isConfirmed, let person):
            guard let question = runs.lazy.compactMap({ [table] in table.question(of: $0.id) }).first else {
                return false
            }
            answer(question, isConfirmed, by: person)
        case .dropPending:
            guard table.pending != nil else { return false }
            table.dropPending()
            expectedPending = nil
        case .elapse:
            guard elapse() else { return false }
        case .remove(let control):
            guard let run = runs.first(where: { $0.request.control == control }) else { return false }
            end(run.id)
        case .stop:
            hasStopped = true
            for run in runs { end(run.id) }
            table.dropProofs()
            table.dropPending()
            expectedPending = nil
        }
        checkAll()
        return true
    }

    private mutating func checkAll() {
        let controls = table.entries.values.compactMap(\.control)
        check(Set(controls).count == controls.count, "a control has one performance at a time")
        var waiting: Set<Int> = []
        func add(_ waiter: Waiter) { if case .caller(let caller) = waiter { waiting.insert(caller) } }
        for run in runs {
            check(table.contains(run.id), "a performance in progress is in the table")
            let limit = now.advanced(by: .seconds(30))
            check(table.deadline(of: run.id).map { $0 <= limit } ?? true, "no deadline is after the time limit")
            run.waiters.forEach(add)
        }
        for proof in proofs {
            switch proof {
            case .request(_, let request): add(request.waiter)
            case .answer(_, _, let waiter): add(waiter)
            case .interlock, .intent: break
            }
        }
        check(waiting == open, "each request without an outcome still waits for something")
    }

    /// Ends all that can end without a reply of the extension: the disk answers or gives up, and time passes.
    mutating func drain() {
        var steps = 0
        while steps < 40, handle(.proof(succeeds: false)) || handle(.elapse) { steps += 1 }
        check(open.isEmpty && runs.isEmpty && table.entries.isEmpty, "each request ends, even without any reply")
    }

    // MARK: Requests

    private func needed(_ control: Control, goingTo isOn: Bool?) -> ControlAuthentication {
        control != .lamp || isOn == false ? .required : .none
    }

    /// The rule A1, apart from the code under test.
    private func hasAuthority(_ person: Person, _ needed: ControlAuthentication = .required) -> Bool {
        switch person {
        case .panel: facts.isUnlocked
        case .trusted: true
        case .programWithPIN: facts.isEntitled && (needed == .required || facts.isUnlocked)
        case .interlock: facts.isEntitled && needed == .required
        case .program, .itself: false
        }
    }

    private mutating func request(_ control: Control, isOn: Bool? = nil, by person: Person) {
        callers += 1
        open.insert(callers)
        request(Request(control: control, isOn: isOn, person: person, waiter: .caller(callers)))
    }

    private mutating func request(_ request: Request) {
        let control = request.control
        let goesOn = control == .scene ? nil : request.isOn ?? !isOn[control.rawValue]
        let isGateOn = isOn[0] || runs.contains { $0.request.control == .gate && $0.goesOn == true }
        let effect = table.request(
            PerformanceTable.Request(
                control: control.id,
                access: AccessQuestion(
                    needed: needed(control, goingTo: goesOn), requester: request.person.requester,
                    isPart: request.options.contains(.part), isProved: request.options.contains(.provably)),
                isPlain: request.isOn == nil),
            obstacle: nil, objection: control == .lamp && goesOn == true && isGateOn ? "not now" : nil, lock: facts)
        switch effect {
        case .refuse: end(request.waiter)
        case .waitForPIN:
            check(request.person == .panel && !facts.isUnlocked, "only a hold without a PIN waits for the PIN")
            table.wait(.init(control: control.id, name: "", isOn: goesOn, until: now.advanced(by: .seconds(15))))
            expectedPending = control
            end(request.waiter)
        case .prove(let id): prove(.request(id, request))
        case .answer(let question):
            checkAnswer(to: question, by: request.person)
            prove(answer(to: question, request.waiter))
        case .begin(let id, let isByUser):
            if isByUser { expectedPending = nil }
            begin(Run(id: id, request: request, goesOn: goesOn, waiters: [request.waiter]))
        }
    }

    private mutating func end(_ waiter: Waiter) {
        switch waiter {
        case .caller(let caller): check(open.remove(caller) != nil, "a request ends once")
        case .scene(let id): memberEnded(id)
        }
    }

    private mutating func memberEnded(_ id: PerformanceTable.ID) {
        guard table.memberEnded(id) else { return }
        check(!runs.contains { $0.waiters.contains(.scene(id)) }, "a scene ends after its members")
        end(id)
    }

    private mutating func begin(_ run: Run) {
        let request = run.request
        if needed(request.control, goingTo: run.goesOn) > .none, !request.options.contains(.part) {
            check(hasAuthority(request.person), "a guarded control begins with authority")
            let isWritten = facts.trail == .none || facts.trail == .writable && request.options.contains(.provably)
            check(!request.person.isNamed || isWritten, "a guarded control begins once the disk takes the entry")
        }
        runs.append(run)
        guard let delay else { return start(run.id) }
        table.delay(run.id, by: delay, limit: .seconds(30), at: now)
    }

    private mutating func start(_ id: PerformanceTable.ID) {
        guard let run = runs.first(where: { $0.id == id }) else { return check(false, "an ended performance starts") }
        switch run.request.control {
        case .gate:
            table.beginIntent(id, limit: .seconds(30), at: now)
            send(id, isProved: false)
        case .lamp:
            check(run.sent == 0, "a line is driven once for a request")
            let isGuarded = needed(.lamp, goingTo: run.goesOn) > .none && !run.request.options.contains(.part)
            check(!isGuarded || hasAuthority(run.request.person), "a guarded line is driven with authority")
            isOn[Control.lamp.rawValue] = run.goesOn ?? false
            end(id)
        case .scene:
            table.beginMembers(id, count: 2)
            for member in [Control.gate, .lamp] {
                request(
                    Request(
                        control: member, isOn: true, person: run.request.person, options: .part, waiter: .scene(id)))
            }
            memberEnded(id)
        }
    }

    // MARK: The disk

    private mutating func prove(_ proof: Proof) {
        // A panel without a trail proves at once.
        if facts.trail == .none { proved(proof, true) } else { proofs.append(proof) }
    }

    private mutating func proved(_ proof: Proof, _ succeeds: Bool) {
        switch proof {
        case .request(let id, var request):
            guard table.proved(id), succeeds else { return end(request.waiter) }
            request.options.insert(.provably)
            self.request(request)
        case .interlock(let id):
            guard table.proved(id), succeeds, isOn[0], isOn[1] else { return }
            request(.lamp, isOn: false, by: .interlock)
        case .intent(let id):
            guard table.contains(id) else { return }
            if succeeds { send(id, isProved: true) } else { end(id) }
        case .answer(let question, let asked, let waiter):
            guard succeeds else { return end(waiter) }
            let index = runs.firstIndex { $0.id == question.performance && $0.asked == asked }
            let isWaiting = index != nil && table.question(of: question.performance) != nil
            check(table.endQuestion(question, at: now) == isWaiting, "an answer ends its own question alone")
            guard isWaiting, let index else { return end(waiter) }
            runs[index].waiters.append(waiter)
        }
    }

    private mutating func interlock() {
        let isBusy = runs.contains { $0.request.control == .lamp } || table.isProvingForInterlock(Control.lamp.id)
        guard table.makeWay(Control.lamp.id) else { return }
        check(!isBusy, "an interlock interrupts no performance, and turns a control off once")
        if facts.trail == .none {
            request(.lamp, isOn: false, by: .interlock)
        } else {
            proofs.append(.interlock(table.proveForInterlock(Control.lamp.id)))
            check(table.isProvingForInterlock(Control.lamp.id), "an interlock waits for the disk")
        }
    }

    // MARK: The extension

    private mutating func send(_ id: PerformanceTable.ID, isProved: Bool) {
        guard let index = runs.firstIndex(where: { $0.id == id }) else { return check(false, "an ended one sends") }
        let person = runs[index].request.person
        let isFirst = runs[index].sent == 0
        // The intents that follow need more than the control.
        let needed: ControlAuthentication = isFirst ? .required : .local
        switch table.send(id, needing: needed, isProved: isProved, lock: facts) {
        case .refuse, .endChain: end(id)
        case .prove: prove(.intent(id))
        case .nothing: check(false, "an intent is demanded in its turn")
        case .send:
            check(hasAuthority(person, needed), "a guarded intent is sent with authority")
            check(!person.isNamed || facts.trail != .failing, "a guarded intent is sent while the trail is written")
            check(isFirst || isProved || !person.isNamed, "an intent that follows has a proof of its own")
            check(!calls.contains(id), "an extension performs one intent at a time")
            runs[index].sent += 1
            calls.append(id)
        }
    }

    private mutating func replied(_ reply: Reply, to id: PerformanceTable.ID) {
        let run = runs.first { $0.id == id }
        let isAwaited = table.replied(id)
        check(isAwaited == (run != nil), "a reply counts exactly while its performance is in progress")
        check(!table.replied(id), "a second reply is ignored")
        guard isAwaited, let run else { return }
        switch reply {
        case .failed: end(id)
        case .done:
            isOn[Control.gate.rawValue] = run.goesOn ?? false
            end(id)
        case .next: send(id, isProved: false)
        }
    }

    // MARK: Questions, time and the end

    private func answer(to question: PerformanceTable.Question, _ waiter: Waiter) -> Proof {
        .answer(question, asked: runs.first { $0.id == question.performance }?.asked ?? 0, waiter)
    }

    private mutating func checkAnswer(to question: PerformanceTable.Question, by person: Person) {
        let hasFollowed = runs.contains { $0.id == question.performance && $0.sent > 1 }
        check(hasAuthority(person, hasFollowed ? .local : .required), "a question is answered with authority")
    }

    private mutating func answer(_ question: PerformanceTable.Question, _ isConfirmed: Bool, by person: Person) {
        guard table.objection(toAnswer: question, by: person.requester, lock: facts) == nil else { return }
        checkAnswer(to: question, by: person)
        if isConfirmed {
            callers += 1
            open.insert(callers)
            prove(answer(to: question, .caller(callers)))
        } else {
            check(table.endQuestion(question, at: now), "a refusal ends its question")
        }
    }

    /// Lets time pass until the next deadline.
    private mutating func elapse() -> Bool {
        let ids = runs.map(\.id)
        let deadlines = ids.compactMap { table.deadline(of: $0) } + [table.pending?.until].compactMap(\.self)
        guard let next = deadlines.min() else { return false }
        now = max(now, next)
        if table.dropPending(at: now) { expectedPending = nil }
        for id in ids {
            let isDue = table.deadline(of: id).map { $0 <= now } ?? false
            let effect = table.elapsed(id, at: now)
            check((effect != nil) == isDue, "time has an effect at the deadline, and not before")
            switch effect {
            case nil: break
            case .start?: table.objection(toContinue: id, lock: facts) == nil ? start(id) : end(id)
            case .fail?: end(id)
            case .endQuestion(let question)?: check(table.endQuestion(question, at: now), "a late question ends")
            }
            check(table.deadline(of: id).map { $0 > now } ?? true, "no deadline stays behind")
        }
        return true
    }

    private mutating func end(_ id: PerformanceTable.ID) {
        if let question = table.question(of: id) { check(table.endQuestion(question, at: now), "a question ends") }
        guard table.end(id), let index = runs.firstIndex(where: { $0.id == id }) else { return }
        let run = runs.remove(at: index)
        check(!table.end(id), "a performance ends once")
        for waiter in run.waiters { end(waiter) }
    }
}
