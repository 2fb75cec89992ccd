import Authentication
import ControlModel
import Testing

@testable import Panel

/// The rules of access, each over all requests and all states of the lock.
@Suite("Access policy")
struct AccessPolicyTests {
    private static let user = AuditActor.program(user: 1_000)
    private static let requesters: [Requester] =
        [.panel, .trusted, .itself, .program(session: nil, actor: user), .programWithPIN(actor: user)]
        + ControlAuthentication.allCases.map { .consequence(LastingRight($0)) }

    private static let facts: [LockFacts] = (0..<16).flatMap { flags in
        LockFacts.Trail.allCases.map { trail in
            LockFacts(
                isUnlocked: flags & 1 > 0, isEntitled: flags & 2 > 0, keepsPINs: true,
                obstacle: flags & 4 > 0 ? "no PIN is set up" : nil,
                padObstacle: flags & 8 > 0 ? "the panel has no PIN pad" : nil, trail: trail)
        }
    }

    private static let questions: [AccessQuestion] = requesters.flatMap { requester in
        ControlAuthentication.allCases.flatMap { needed in
            (0..<16).map { flags in
                AccessQuestion(
                    needed: needed, requester: requester, isPart: flags & 1 > 0, isDelegated: flags & 2 > 0,
                    isProved: flags & 4 > 0, isPrivate: flags & 8 > 0)
            }
        }
    }

    /// Calls `body` with each request in each state of the lock.
    private func forAll(_ body: (AccessQuestion, LockFacts, AccessDecision) -> Void) {
        for question in Self.questions {
            for facts in Self.facts { body(question, facts, AccessPolicy.decide(question, facts)) }
        }
    }

    /// The rule A1, apart from the code under test.
    private func hasAuthority(_ question: AccessQuestion, _ facts: LockFacts) -> Bool {
        switch question.requester {
        case _ where question.needed == .none: true
        case .trusted: true
        case .panel: facts.isUnlocked
        case .program(session: nil, actor: _): false
        case .program: facts.isEntitled && (question.needed == .required || facts.isUnlocked)
        case .itself: false
        case .consequence(let right, actor: _): question.needed <= right.allowed && facts.isEntitled
        }
    }

    private func isPersonal(_ requester: Requester) -> Bool {
        switch requester {
        case .panel, .program: true
        case .trusted, .itself, .consequence: false
        }
    }

    @Test("A1 A guarded request is performed exactly if its requester has the authority, and it can be written down")
    func authority() {
        forAll { question, facts, decision in
            let isPerformed = decision == .allowed || decision == .allowedOnceProved
            let isUnwritten = facts.trail == .failing && isPersonal(question.requester)
            let isExpected =
                question.isPart || question.needed == .none || (hasAuthority(question, facts) && !isUnwritten)
            #expect(isPerformed == isExpected, "\(question), \(facts)")
        }
    }

    @Test("A refusal says that the trail cannot be written, unless that would tell of a private control")
    func unwritten() {
        forAll { question, facts, decision in
            let isGuarded = question.needed > .none && !question.isPart
            let isUnwritten = facts.trail == .failing && isPersonal(question.requester)
            let isTold = hasAuthority(question, facts) || !question.isPrivate
            #expect((decision == .cannotBeWritten) == (isGuarded && isUnwritten && isTold), "\(question), \(facts)")
        }
    }

    @Test("A private question tells a lack of authority, whatever the state of the trail is")
    func lackingReason() {
        forAll { question, facts, decision in
            guard question.isPrivate else { return }
            let isLacking = question.needed > .none && !question.isPart && !hasAuthority(question, facts)
            #expect((decision.lackingReason != nil) == isLacking, "\(question), \(facts)")
        }
    }

    @Test("A refusal names the obstacle, and what the requester can do")
    func reasons() {
        var facts = LockFacts(isUnlocked: false, keepsPINs: true, trail: .none)
        func reason(_ requester: Requester, _ needed: ControlAuthentication = .required) -> String? {
            AccessPolicy.decide(AccessQuestion(needed: needed, requester: requester), facts).lackingReason
        }
        let program = Requester.program(session: nil, actor: Self.user)
        #expect(reason(.panel) == "it needs a PIN")
        #expect(reason(.itself) == "it needs a PIN, and nobody has asked for it")
        #expect(reason(program) == "it needs a PIN")
        #expect(reason(program, .local) == "it needs the panel to be unlocked at its own PIN pad, and a PIN")
        let ended = Requester.programWithPIN(actor: Self.user)
        #expect(reason(ended) == "it needs a PIN")
        #expect(reason(ended, .local) == "it needs the panel to be unlocked at its own PIN pad, and a PIN")
        let gone = "it needs a PIN, and the PIN of the person who began it is not valid any more"
        #expect(reason(.consequence(LastingRight(.required))) == gone)
        let nobody = "it needs a PIN, and nobody has asked for it"
        #expect(reason(.consequence(LastingRight(.required)), .local) == nobody)
        facts.isEntitled = true
        #expect(reason(.consequence(LastingRight(.required)), .local) == nobody)
        #expect(reason(ended) == nil)
        #expect(reason(ended, .local) == "it needs the panel to be unlocked at its own PIN pad")
        facts.padObstacle = "the panel has no PIN pad"
        #expect(reason(.panel) == "it needs a PIN, and the panel has no PIN pad")
        facts.obstacle = "no PIN is set up"
        #expect(reason(program) == "it needs a PIN, and no PIN is set up")
        facts.keepsPINs = false
        #expect(reason(program) == "it needs a PIN, and the panel has nothing that keeps PINs")
    }

    @Test("A request that needs no authentication is performed at once, whatever the state of the lock is")
    func free() {
        forAll { question, facts, decision in
            if question.needed == .none { #expect(decision == .allowed, "\(question), \(facts)") }
        }
    }

    @Test("A2 Exactly a hold without a PIN, in front of a panel whose pad takes PINs, waits for a PIN")
    func waiting() {
        forAll { question, facts, decision in
            let isWaiting = if case .waitsForPIN = decision { true } else { false }
            let isFollowing = question.isPart || question.isDelegated || question.isProved
            let isExpected =
                question.requester == .panel && question.needed > .none && !facts.isUnlocked
                && facts.padObstacle == nil && !isFollowing && decision != .cannotBeWritten
            #expect(isWaiting == isExpected, "\(question), \(facts)")
        }
    }

    @Test("A person's or a program's guarded request is performed only after the disk has proved that it takes entries")
    func proof() {
        forAll { question, facts, decision in
            guard question.needed > .none, !question.isPart, facts.trail != .none else { return }
            switch question.requester {
            case .panel, .program:
                #expect(
                    decision != .allowed || (question.isProved && facts.trail == .writable), "\(question), \(facts)")
            case .trusted, .itself, .consequence:
                #expect(decision != .allowedOnceProved && decision != .cannotBeWritten, "\(question), \(facts)")
            }
        }
    }

    @Test("A panel that keeps no trail asks no disk for a proof")
    func noTrail() {
        forAll { question, facts, decision in
            guard facts.trail == .none else { return }
            #expect(decision != .allowedOnceProved && decision != .cannotBeWritten, "\(question), \(facts)")
        }
    }

    @Test("The facts of the lock are not collected for a request that needs no authentication")
    func facts() {
        var count = 0
        func facts() -> LockFacts {
            count += 1
            return Self.facts[0]
        }
        _ = AccessPolicy.decide(AccessQuestion(needed: .none, requester: .panel), facts())
        #expect(count == 0)
        _ = AccessPolicy.decide(AccessQuestion(needed: .required, requester: .panel), facts())
        #expect(count == 1)
    }

    @Test(
        "A5 Residents and administrators rearrange guarded controls and read the trail; owners alone list people besides"
    )
    func programs() {
        for role in [nil] + Role.allCases.map(Optional.some) {
            let isResident = role.map([Role.owner, .member, .duress].contains) ?? false
            let access: TrailAccess = isResident ? .whole : role == nil ? .reduced : .none
            #expect(AccessPolicy.accessToTrail(isAdministrator: false, role: role) == access)
            #expect(AccessPolicy.mayRearrangeGuarded(isAdministrator: false, role: role) == isResident)
            #expect(AccessPolicy.accessToTrail(isAdministrator: true, role: role) == .whole)
            #expect(AccessPolicy.mayRearrangeGuarded(isAdministrator: true, role: role))
            #expect(
                AccessPolicy.mayListPeople(isAdministrator: false, role: role) == (role == .owner), "\(role as Any)")
            #expect(AccessPolicy.mayListPeople(isAdministrator: true, role: role))
        }
        #expect(AccessPolicy.mayAdminister(0, administrators: [0, 990]))
        #expect(!AccessPolicy.mayAdminister(1_000, administrators: [0, 990]))
    }
}
